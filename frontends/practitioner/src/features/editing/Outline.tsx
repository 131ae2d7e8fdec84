import { useText } from "@kajo/shared/i18n";
import { Button, VisuallyHidden } from "@kajo/shared/ui";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import styles from "./Outline.module.css";

interface OutlineProps<Item> {
  /** Names the list, for screen readers. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  /** What an item is called, in the words of its buttons. */
  readonly nameOf: (item: Item) => string;
  /** The same items, in the order that was asked for; without it they stay. */
  readonly onOrder: ((items: readonly Item[]) => void) | undefined;
  readonly children: (item: Item) => ReactNode;
}

/** Things in an order that people give them, each moved up and down by a button: by keyboard, by voice and by thumb alike. */
export function Outline<Item>({ label, items, itemKey, nameOf, onOrder, children }: OutlineProps<Item>) {
  const t = useText();
  const [told, setTold] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length) return;
    const others = items.filter((_, index) => index !== from);
    onOrder?.([...others.slice(0, to), item, ...others.slice(to)]);
    setTold(t("outline.moved", { name: nameOf(item), place: to + 1, all: items.length }));
    // At either end the button that was pressed has nothing to do any more: the other one takes the focus.
    const way = to === 0 ? "down" : to === items.length - 1 ? "up" : undefined;
    if (way === undefined) return;
    const key = itemKey(item);
    requestAnimationFrame(() => {
      const row = [...(list.current?.children ?? [])].find((each) => each.getAttribute("data-key") === key);
      row?.querySelector<HTMLElement>(`[data-way="${way}"] button`)?.focus();
    });
  };
  return (
    <>
      <ol aria-label={label} className={styles.list} ref={list}>
        {items.map((item, index) => (
          <li className={styles.item} data-key={itemKey(item)} key={itemKey(item)}>
            <div className={styles.what}>{children(item)}</div>
            {onOrder ? (
              <div className={styles.moves}>
                <Move
                  isDisabled={index === 0}
                  label={t("outline.up", { name: nameOf(item) })}
                  onMove={() => move(index, index - 1)}
                  way="up"
                />
                <Move
                  isDisabled={index === items.length - 1}
                  label={t("outline.down", { name: nameOf(item) })}
                  onMove={() => move(index, index + 1)}
                  way="down"
                />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{told}</span>
      </VisuallyHidden>
    </>
  );
}

interface MoveProps {
  readonly way: "up" | "down";
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onMove: () => void;
}

function Move({ way, label, isDisabled, onMove }: MoveProps) {
  return (
    <span data-way={way}>
      <Button isDisabled={isDisabled} kind="quiet" onPress={onMove} small>
        {way === "up" ? <ArrowUp aria-hidden="true" size={18} /> : <ArrowDown aria-hidden="true" size={18} />}
        <VisuallyHidden>{label}</VisuallyHidden>
      </Button>
    </span>
  );
}
