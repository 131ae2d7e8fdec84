import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import styles from "./Tabs.module.css";

interface TabItem {
  readonly id: string;
  readonly label: string;
  /** Shown beside the label, for example "12" or "999+". */
  readonly count?: string | undefined;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** Fills what is left of a column; what stands in the panel can scroll there on its own. */
  readonly fill?: boolean;
  /** What the selected tab holds. */
  readonly children: ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs as the ARIA practices have them: one stop for Tab, arrows, Home and End select. */
export function Tabs({ label, tabs, selected, onSelect, fill = false, children }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const step = steps[event.key];
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : step === undefined
            ? undefined
            : (at + step + tabs.length) % tabs.length;
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to ?? 0]?.focus();
  };
  return (
    <div className={styles.tabs} data-fill={fill || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs in it take the focus */}
      <div aria-label={label} className={styles.list} onKeyDown={move} ref={list} role="tablist">
        {tabs.map(({ id, label: text, count }) => (
          <button
            aria-controls={`${base}-panel`}
            aria-selected={id === selected}
            className={styles.tab}
            id={`${base}-${id}`}
            key={id}
            onClick={() => onSelect(id)}
            role="tab"
            tabIndex={id === selected ? 0 : -1}
            type="button"
          >
            <span>{text}</span>
            {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div aria-labelledby={`${base}-${selected}`} className={styles.panel} id={`${base}-panel`} role="tabpanel">
        {children}
      </div>
    </div>
  );
}
