import { asFailure } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { isSignedOut } from "@kajo/shared/rpc";
import { Banner, Button } from "@kajo/shared/ui";
import { useId } from "react";
import { type EventList, retryAll } from "./event";
import { kindWords } from "./words";

const nameOf = ({ kinds }: EventList) => kinds.join();

/** Which kinds are missing from what is shown, each with a way to try again. That the session is over is told above every page. */
export function NotLoaded({ failed }: { readonly failed: readonly EventList[] }) {
  const told = failed.filter(({ error }) => !isSignedOut(asFailure(error)));
  return [...new Set(told.map(nameOf))].map((name) => (
    <Missing key={name} lists={told.filter((list) => nameOf(list) === name)} />
  ));
}

/** Lists that bring the same kinds. */
function Missing({ lists }: { readonly lists: readonly EventList[] }) {
  const t = useText();
  const id = useId();
  const words = (lists[0]?.kinds ?? []).map((kind) => t(kindWords[kind]));
  return (
    <Banner
      action={
        <Button
          aria-describedby={id}
          isPending={lists.some(({ isRetrying }) => isRetrying)}
          kind="secondary"
          onPress={() => retryAll(lists)}
          small
        >
          {t("errors.retry")}
        </Button>
      }
      announce="polite"
      tone="warning"
    >
      <span id={id}>{t("events.missing", { kinds: words.join(", ") })}</span>
    </Banner>
  );
}
