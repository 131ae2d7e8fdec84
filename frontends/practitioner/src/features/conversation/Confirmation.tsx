import { useText } from "@kajo/shared/i18n";
import { ConfirmDialog } from "@kajo/shared/ui";

const texts = {
  takeOver: ["action.takeOver", "action.takeOver.text"],
  return: ["action.return", "action.return.text"],
  end: ["action.end", "action.end.text"],
  endAndDone: ["action.endAndDone", "action.end.text"],
} as const;

/** What is done to a conversation after it was confirmed. */
export type Confirmed = keyof typeof texts;

interface ConfirmationProps {
  readonly asked: Confirmed;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before something is done that others notice. */
export function Confirmation({ asked, ...dialog }: ConfirmationProps) {
  const t = useText();
  const [title, text] = texts[asked];
  return (
    <ConfirmDialog confirm={t(title)} danger={text === "action.end.text"} isOpen title={t(title)} {...dialog}>
      <p>{t(text)}</p>
    </ConfirmDialog>
  );
}
