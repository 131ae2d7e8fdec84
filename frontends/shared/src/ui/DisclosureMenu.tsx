/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does what the click does */
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import button from "./Button.module.css";
import styles from "./DisclosureMenu.module.css";

/** Between an open list and the edge of the window, in pixels. */
const leastRoom = 12;

/** The edge of its button that a list keeps to. */
export type MenuSide = "start" | "end";

export interface DisclosureMenuProps {
  /** Shown on the button. */
  readonly face: ReactNode;
  /** Names the button and what it opens. */
  readonly label: string;
  /** What says more than the name, by its id: words on the face are not read otherwise. */
  readonly describedBy?: string | undefined;
  /** Of the button, for who gives it the focus. */
  readonly id?: string;
  /** The edge that the list keeps to. */
  readonly side?: MenuSide;
  /** In a pane that cuts what goes beyond it: turns the open list to the other edge (keep-in-pane.ts). */
  readonly keep?: (list: HTMLElement | null, side: MenuSide) => void;
  /** Links and buttons, as list items. */
  readonly children: ReactNode;
}

/** Moves an open list that is wider than the room beside its button, which is the case in some languages on a phone. */
function keepInWindow(list: HTMLElement | null): void {
  if (!list || list.hidden) return;
  list.style.translate = "";
  const { left, right } = list.getBoundingClientRect();
  const over = Math.min(left - leastRoom, 0) || Math.max(right + leastRoom - document.documentElement.clientWidth, 0);
  if (over !== 0) list.style.translate = `${-over}px`;
}

/**
 * A button that shows a list of links under it, for the head of every page: lighter than `Menu`, and links stay links.
 * Escape closes it and gives the focus back; so do a choice and a press elsewhere.
 */
export function DisclosureMenu({ face, label, describedBy, id, side = "end", keep, children }: DisclosureMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const whole = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const outside = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) setOpen(false);
    };
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      opener.current?.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
      document.removeEventListener("keydown", close);
    };
  }, [isOpen]);
  const choose = () => {
    // What was pressed goes away with the list: a dialog that it opens gives the focus back to where the list was.
    opener.current?.focus();
    setOpen(false);
  };
  return (
    <div className={styles.whole} ref={whole}>
      <button
        aria-controls={listId}
        aria-describedby={describedBy}
        aria-expanded={isOpen}
        aria-label={label}
        className={button.button}
        data-kind="quiet"
        id={id}
        onClick={() => setOpen(!isOpen)}
        ref={opener}
        type="button"
      >
        {face}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only closes after the click of a link or button inside */}
      <ul
        aria-label={label}
        className={styles.list}
        data-side={side}
        hidden={!isOpen}
        id={listId}
        onClick={choose}
        ref={(list) => {
          keep?.(list, side);
          keepInWindow(list);
        }}
      >
        {children}
      </ul>
    </div>
  );
}
