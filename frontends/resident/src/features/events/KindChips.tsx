import { useText } from "@kajo/shared/i18n";
import { Button, VisuallyHidden } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import styles from "./EventsPage.module.css";
import { type Kind, kinds } from "./search";
import { kindWords } from "./words";

/** Which kind the history shows; the address keeps it. */
export function KindChips({ chosen }: { readonly chosen: Kind | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const choose = (kind: Kind | undefined) =>
    void navigate({ to: "/events", search: kind ? { kind } : {}, replace: true, resetScroll: false });
  return (
    <fieldset className={styles.chips}>
      <legend>
        <VisuallyHidden>{t("events.show")}</VisuallyHidden>
      </legend>
      {[undefined, ...kinds].map((kind) => (
        <Button
          aria-pressed={kind === chosen}
          key={kind ?? "all"}
          kind={kind === chosen ? "primary" : "secondary"}
          onPress={() => choose(kind)}
          small
        >
          {t(kind ? kindWords[kind] : "events.kind.all")}
        </Button>
      ))}
    </fieldset>
  );
}
