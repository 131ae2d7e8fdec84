import { createPortal } from "react-dom";
import { useText } from "../../i18n";
import { ConfirmDialog } from "../../ui";
import styles from "./Links.module.css";

export interface LeaveDialogProps {
  /** Checked, and free of anything known against it. */
  readonly href: string;
  readonly onClose: () => void;
}

/** Says where a link leads before it is opened. A press opens the tab: browsers open none by themselves after the wait for a check. */
export function LeaveDialog({ href, onClose }: LeaveDialogProps) {
  const t = useText();
  const leave = () => {
    Object.assign(document.createElement("a"), { href, rel: "noopener noreferrer", target: "_blank" }).click();
    onClose();
  };
  // Out of the message: no dialog stands inside a paragraph.
  return createPortal(
    <ConfirmDialog
      confirm={t("thread.link.leave.open")}
      isOpen
      onClose={onClose}
      onConfirm={leave}
      title={t("thread.link.leave.title", { host: new URL(href).host })}
    >
      <p className={styles.address}>{href}</p>
      <p>{t("thread.link.leave.text")}</p>
    </ConfirmDialog>,
    document.body,
  );
}
