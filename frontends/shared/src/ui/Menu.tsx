import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, Button, MenuTrigger, Popover } from "react-aria-components";
import button from "./Button.module.css";
import styles from "./Menu.module.css";

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly onAction?: () => void;
  /** A link instead of an action; a full load, as a change of language is. */
  readonly href?: string;
  readonly lang?: string;
  readonly isDisabled?: boolean;
}

export interface MenuProps {
  /** Shown on the button. */
  readonly children: ReactNode;
  /** Names the button when its content is only an icon. */
  readonly label?: string;
  readonly entries: readonly MenuEntry[];
}

export function Menu({ children, label, entries }: MenuProps) {
  return (
    <MenuTrigger>
      <Button aria-label={label ?? ""} className={button.button ?? ""} data-kind="quiet">
        {children}
      </Button>
      <Popover className={styles.popover ?? ""} placement="bottom end">
        <AriaMenu className={styles.list ?? ""} items={entries}>
          {({ id, label: text, onAction, href, lang, isDisabled }) => (
            <AriaMenuItem
              className={styles.item ?? ""}
              id={id}
              isDisabled={isDisabled ?? false}
              textValue={text}
              {...(onAction ? { onAction } : {})}
              {...(href ? { href } : {})}
            >
              <span lang={lang}>{text}</span>
            </AriaMenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
