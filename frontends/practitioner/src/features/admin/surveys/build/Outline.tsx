import { useText } from "@kajo/shared/i18n";
import { Banner, Button, StatusTag } from "@kajo/shared/ui";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import type { Problem } from "../problems/problems";
import styles from "./Outline.module.css";
import { detailsKey, type ItemJson } from "./types";
import { nameOf } from "./words";

interface OutlineProps {
  readonly items: readonly ItemJson[];
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
  readonly chosen: string | undefined;
  readonly onChoose: (linkId: string) => void;
  readonly onMove: (linkId: string, way: -1 | 1) => void;
  readonly onAddStep: () => void;
  readonly onAddItem: () => void;
  /** What was taken out last, and can be had back. */
  readonly gone: ItemJson | undefined;
  readonly onUndo: () => void;
  readonly undo: RefObject<HTMLButtonElement | null>;
}

const ways: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The survey, its steps and its items, each a button that shows its fields; with Alt and an arrow key it moves, and keeps the focus. */
export function Outline({ items, onMove, gone, onUndo, undo, ...rows }: OutlineProps) {
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  const { chosen, onChoose, onAddStep, onAddItem } = rows;
  const move = (event: KeyboardEvent, linkId: string) => {
    const way = ways[event.key];
    if (!event.altKey || way === undefined) return;
    event.preventDefault();
    onMove(linkId, way);
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button[data-item]") ?? [])];
      buttons.find((button) => button.dataset.item === linkId)?.focus();
    });
  };
  return (
    <div className={styles.outline} ref={list}>
      <button
        aria-current={chosen === detailsKey ? "true" : undefined}
        className={styles.row}
        onClick={() => onChoose(detailsKey)}
        type="button"
      >
        {t("survey.details")}
      </button>
      <p className={styles.hint} id="survey-outline-keys">
        {t("survey.outline.keys")}
      </p>
      <Items {...rows} items={items} label={t("survey.outline")} onKey={move} />
      {gone ? (
        <Banner
          action={
            <Button kind="secondary" onPress={onUndo} ref={undo} small>
              {t("survey.undo")}
            </Button>
          }
          announce="polite"
          tone="info"
        >
          {t("survey.removed", { name: nameOf(gone, t) })}
        </Banner>
      ) : null}
      <div className={styles.adding}>
        <Button kind="secondary" onPress={onAddStep} small>
          {t("survey.add.step")}
        </Button>
        <Button isDisabled={items.length === 0} kind="secondary" onPress={onAddItem} small>
          {t("survey.add.item")}
        </Button>
      </div>
    </div>
  );
}

interface ItemsProps extends Pick<OutlineProps, "items" | "problems" | "chosen" | "onChoose"> {
  readonly label?: string;
  readonly onKey: (event: KeyboardEvent, linkId: string) => void;
}

function Items({ items, label, ...shared }: ItemsProps) {
  const t = useText();
  const { problems, chosen, onChoose, onKey } = shared;
  if (items.length === 0) return null;
  return (
    <ol aria-label={label} className={styles.items}>
      {items.map((item) => {
        const { linkId = "", type } = item;
        const count = problems.get(linkId)?.length ?? 0;
        return (
          <li key={linkId}>
            <button
              aria-current={chosen === linkId ? "true" : undefined}
              aria-describedby="survey-outline-keys"
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              className={styles.row}
              data-group={type === "ITEM_TYPE_GROUP" || undefined}
              data-item={linkId}
              onClick={() => onChoose(linkId)}
              onKeyDown={(event) => onKey(event, linkId)}
              type="button"
            >
              <span lang="fi">{nameOf(item, t)}</span>
              {count > 0 ? <StatusTag tone="warning">{t("survey.problems", { n: count })}</StatusTag> : null}
            </button>
            <Items {...shared} items={item.items ?? []} />
          </li>
        );
      })}
    </ol>
  );
}
