import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useText } from "../i18n";
import { Button } from "./Button";
import styles from "./Dialog.module.css";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly actions?: ReactNode;
  readonly role?: "dialog" | "alertdialog";
}

export function Dialog({ title, isOpen, onClose, children, actions, role = "dialog" }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      isDismissable={role === "dialog"}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.modal ?? ""}>
        <AriaDialog className={styles.dialog ?? ""} role={role}>
          <Heading className={styles.title ?? ""} slot="title">
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly isOpen: boolean;
  readonly isPending?: boolean;
  readonly danger?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  isOpen,
  isPending = false,
  danger = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useText();
  return (
    <Dialog
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button isPending={isPending} kind={danger ? "danger" : "primary"} onPress={onConfirm}>
            {confirm}
          </Button>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      title={title}
    >
      {children}
    </Dialog>
  );
}
