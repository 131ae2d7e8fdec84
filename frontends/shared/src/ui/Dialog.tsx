/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does what the click does */
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from "react";
import { useText } from "../i18n";
import { Button } from "./Button";
import styles from "./Dialog.module.css";
import { hasOpenList, opened } from "./open-dialogs";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly actions?: ReactNode;
  /** An `alertdialog` wants an answer: a press beside it does not close it. */
  readonly role?: "dialog" | "alertdialog";
  /** What has the focus first; else the first thing that can have it. */
  readonly first?: RefObject<HTMLElement | null> | undefined;
  /** More room, for example for a picker. */
  readonly wide?: boolean;
}

/** The browser's own modal dialog: it holds the focus, hides the rest from screen readers and gives the focus back. */
export function Dialog({ isOpen, ...dialog }: DialogProps) {
  return isOpen ? <OpenDialog {...dialog} /> : null;
}

function OpenDialog(props: Omit<DialogProps, "isOpen">) {
  const { title, onClose, children, actions, role = "dialog", first, wide } = props;
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // Where the press began: a selection of text that ends outside is no press beside the dialog.
  const pressed = useRef<EventTarget>(null);
  const mayClose = role === "dialog";
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (!dialog.open) dialog.showModal();
    first?.current?.focus();
    // Where that stands far below, one begins to read at the top.
    if (dialog.scrollTop > 0) {
      // Not before: a title that can have the focus would have it in every dialog.
      heading.current?.setAttribute("tabindex", "-1");
      heading.current?.focus();
      dialog.scrollTop = 0;
    }
    const closed = opened(dialog);
    return () => {
      closed();
      // Closing gives the focus back to where it was; taking the element away would not.
      dialog.close();
    };
  }, [first]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a press beside it does
    <dialog
      aria-labelledby={titleId}
      className={styles.modal}
      data-wide={wide || undefined}
      onCancel={(event) => {
        // Whether it is open is the caller's to say.
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => {
        if (mayClose && target === element.current && pressed.current === element.current) onClose();
      }}
      onKeyDownCapture={(event) => {
        // Before the list closes itself: afterwards nobody could tell.
        if (event.key === "Escape" && hasOpenList(element.current)) event.preventDefault();
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      ref={element}
      role={role}
    >
      <div className={styles.dialog}>
        <h2 className={styles.title} data-beside-close={mayClose || undefined} id={titleId} ref={heading}>
          {title}
        </h2>
        <div className={styles.body}>{children}</div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
        {/* Last, so that a dialog begins with what it is about. */}
        {mayClose ? <CloseButton onPress={onClose} /> : null}
      </div>
    </dialog>
  );
}

function CloseButton({ onPress }: { readonly onPress: () => void }) {
  const t = useText();
  return (
    <div className={styles.closing}>
      <button aria-label={t("ui.close")} className={styles.close} onClick={onPress} type="button">
        <X aria-hidden="true" size={20} />
      </button>
    </div>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  /** Instead of "Cancel". */
  readonly cancel?: string;
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
  cancel,
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
            {cancel ?? t("ui.cancel")}
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
