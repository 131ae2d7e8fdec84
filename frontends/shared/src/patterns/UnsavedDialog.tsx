import { useText } from "../i18n";
import { Button, Dialog } from "../ui";
import type { UnsavedGuard } from "./use-unsaved-guard";

interface UnsavedDialogProps {
  readonly guard: UnsavedGuard;
  /** What would be lost, where it is not what was typed. */
  readonly text?: string;
  /** The words of the question and its answers, where it is about something else than what is not saved. */
  readonly title?: string;
  readonly stay?: string;
  readonly leave?: string;
}

/** The question of `useUnsavedGuard`; Escape stays. The browser has its own when a tab is closed. */
export function UnsavedDialog({ guard, text, title, stay, leave }: UnsavedDialogProps) {
  const t = useText();
  return (
    <Dialog
      actions={
        <>
          {/* The first button has the focus: Enter must lose nothing. */}
          <Button onPress={guard.stay}>{stay ?? t("ui.unsaved.stay")}</Button>
          <Button kind="secondary" onPress={guard.leave}>
            {leave ?? t("ui.unsaved.leave")}
          </Button>
        </>
      }
      isOpen={guard.isAsking}
      onClose={guard.stay}
      role="alertdialog"
      title={title ?? t("ui.unsaved.title")}
    >
      <p>{text ?? t("ui.unsaved.text")}</p>
    </Dialog>
  );
}
