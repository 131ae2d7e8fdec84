import type { ReactNode } from "react";
import styles from "./CountdownDialog.module.css";
import { Dialog, type DialogProps } from "./Dialog";
import { VisuallyHidden } from "./VisuallyHidden";

export interface CountdownDialogProps {
  readonly title: string;
  readonly secondsLeft: number;
  /** The words for a time left, for example "1 min 20 s". */
  readonly left: (seconds: number) => string;
  /** What ends when the time is over. */
  readonly children: ReactNode;
  /** The first one has the focus: it should be what loses nothing. */
  readonly actions: ReactNode;
  /** Escape; it should be what loses nothing. */
  readonly onClose: () => void;
  /** What has the focus instead, where a key could come that was meant for something else. */
  readonly first?: DialogProps["first"];
}

/** Counts down to something the person can still stop. Whoever shows it keeps the clock. */
export function CountdownDialog({ title, secondsLeft, left, children, actions, onClose, first }: CountdownDialogProps) {
  return (
    <Dialog actions={actions} first={first} isOpen onClose={onClose} role="alertdialog" title={title}>
      {children}
      <p aria-hidden="true" className={styles.left}>
        {left(secondsLeft)}
      </p>
      {/* Read out once a half minute: a screen reader that counts along says nothing else any more. */}
      <VisuallyHidden aria-live="polite" role="timer">
        {left(Math.ceil(secondsLeft / 30) * 30)}
      </VisuallyHidden>
    </Dialog>
  );
}
