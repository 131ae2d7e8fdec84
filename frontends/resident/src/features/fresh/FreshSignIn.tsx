import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useFreshSignIn } from "@kajo/shared/session";
import { Banner, Button } from "@kajo/shared/ui";

/** What can be done, and what becomes of what was typed (`text`), where the server wants to know that it is still the same person who sits there; nothing after any other failure. */
export function FreshSignIn({ after, text }: { readonly after: unknown; readonly text: string }) {
  const isNeeded = after !== undefined && asFailure(after).reason === "fresh_sign_in_needed";
  return isNeeded ? <Offer text={text} /> : null;
}

function Offer({ text }: { readonly text: string }) {
  const t = useText();
  const failureLine = useFailureLine();
  const { signInAfresh, busy, failure } = useFreshSignIn();
  return (
    <Banner
      action={
        <Button isPending={busy} kind="secondary" onPress={() => void signInAfresh()}>
          {t("fresh.identify")}
        </Button>
      }
      announce="polite"
      tone="info"
    >
      <p>{text}</p>
      {failure ? <p>{failureLine(failure)}</p> : null}
    </Banner>
  );
}
