import { Link } from "@tanstack/react-router";
import { useText } from "../i18n";
import { Code } from "../rpc/transport";
import { PageHeading, Stack } from "../ui";
import { LoadFailed } from "./LoadFailed";
import { asFailure, useFailedText } from "./message";
import { NotFoundPage } from "./NotFoundPage";
import { UnexpectedErrorPage } from "./UnexpectedErrorPage";

/** In place of a whole page whose data could not be fetched: with a heading, since the page had none yet. */
export function PageFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText();
  const failure = asFailure(error);
  const failedText = useFailedText();
  switch (failure.code) {
    case Code.notFound:
      return <NotFoundPage />;
    case Code.invalidArgument:
      // An id in the address that is none.
      return <NotFoundPage />;
    case Code.internal:
    case Code.unknown:
      return <UnexpectedErrorPage code={failure.traceId} failed={failedText(error)} />;
    default:
      return (
        <Stack gap="l">
          <PageHeading>{t("errors.page.title")}</PageHeading>
          <LoadFailed error={error} onRetry={onRetry} />
          <p>
            <Link to="/">{t("errors.back")}</Link>
          </p>
        </Stack>
      );
  }
}
