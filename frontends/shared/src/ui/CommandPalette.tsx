import { useEffect, useRef, useState } from "react";
import {
  Menu as AriaMenu,
  Autocomplete,
  Dialog,
  Header,
  Keyboard,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  Text,
  useFilter,
} from "react-aria-components";
import { useText } from "../i18n";
import { AriaLanguage } from "./AriaLanguage";
import styles from "./CommandPalette.module.css";
import { CommandSearch } from "./CommandSearch";
import { VisuallyHidden } from "./VisuallyHidden";

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Commands of one group stand together under its name. */
  readonly group: string;
  /** Other words by which it is found. */
  readonly keywords?: readonly string[];
  /** Its own keys, shown beside it; whoever owns the command listens for them. */
  readonly shortcut?: string;
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
}

export interface CommandPaletteProps {
  readonly commands: readonly Command[];
  /** Open from the beginning: for whoever fetches it when it is asked for. */
  readonly defaultOpen?: boolean;
}

/**
 * All that can be done, found by typing. Ctrl+K or Cmd+K opens it; Enter takes the marked command, Escape closes, and
 * the focus returns to where it was. One per app.
 */
export function CommandPalette({ commands, defaultOpen = false }: CommandPaletteProps) {
  const [isOpen, setOpen] = useState(defaultOpen);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      // Even when it stays closed: the browser's own search would take people out of the dialog that is open.
      event.preventDefault();
      setOpen((open) => !open && document.querySelector("[role=dialog], [role=alertdialog]") === null);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <AriaLanguage>
      <ModalOverlay className={styles.overlay ?? ""} isDismissable isOpen={isOpen} onOpenChange={setOpen}>
        <Modal className={styles.modal ?? ""}>
          <Palette commands={commands} onDone={() => setOpen(false)} />
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}

/** In a component of its own, so that each opening starts with an empty search. */
function Palette({ commands, onDone }: Pick<CommandPaletteProps, "commands"> & { readonly onDone: () => void }) {
  const t = useText();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const { contains } = useFilter({ sensitivity: "base" });
  const found = commands.filter(({ label, group, keywords = [] }) =>
    [label, group, ...keywords].some((each) => contains(each, text.trim())),
  );
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <Dialog aria-label={t("ui.command.title")} className={styles.dialog ?? ""}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <CommandSearch label={t("ui.command.search")} onChange={setText} ref={field} value={text} />
        <AriaMenu
          aria-label={t("ui.command.title")}
          className={styles.list ?? ""}
          onAction={(key) => {
            const command = found.find(({ id }) => id === key);
            onDone();
            // The palette holds the focus until it is gone: a command may take it elsewhere.
            requestAnimationFrame(() => command?.onAction());
          }}
          renderEmptyState={() => <p className={styles.empty}>{t("ui.list.empty")}</p>}
        >
          {groups.map((group) => (
            <MenuSection id={`group ${group}`} key={group}>
              <Header className={styles.group ?? ""}>{group}</Header>
              {found
                .filter((command) => command.group === group)
                .map(({ id, label, shortcut, isDisabled = false }) => (
                  <MenuItem className={styles.item ?? ""} id={id} isDisabled={isDisabled} key={id} textValue={label}>
                    <Text slot="label">{label}</Text>
                    {shortcut ? <Keyboard className={styles.shortcut ?? ""}>{shortcut}</Keyboard> : null}
                  </MenuItem>
                ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Autocomplete>
      <VisuallyHidden role="status">{text.trim() === "" ? "" : t("ui.list.count", { n: found.length })}</VisuallyHidden>
    </Dialog>
  );
}
