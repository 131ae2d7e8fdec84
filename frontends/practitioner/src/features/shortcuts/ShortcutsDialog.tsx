import { type MessageId, useText } from "@kajo/shared/i18n";
import { Banner, Dialog } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useShortcutsEnabled } from "./enabled";
import styles from "./ShortcutsDialog.module.css";
import { keysText, type ShortcutGroup, shortcutIds, shortcuts } from "./shortcuts";

interface Line {
  readonly text: MessageId;
  readonly keys: string;
  /** Does the same. */
  readonly or?: string;
}

const groups = {
  list: "inbox.list",
  conversation: "inbox.detail",
  go: "commands.go",
} as const satisfies Record<ShortcutGroup, MessageId>;

/** What the arrows and Enter do without any listener of ours belongs to the list, too. */
const others: Readonly<Record<string, string>> = { next: "↓", previous: "↑" };
const open: Line = { text: "shortcuts.open", keys: "Enter" };

function linesOf(group: ShortcutGroup): readonly Line[] {
  const lines: readonly Line[] = shortcutIds
    .filter((id) => shortcuts[id].group === group)
    .map((id) => ({ text: shortcuts[id].text, keys: keysText(id), ...(others[id] ? { or: others[id] } : {}) }));
  if (group === "list") return [...lines.slice(0, 2), open, ...lines.slice(2)];
  return group === "go" ? [...lines, { text: "commands.open", keys: "Ctrl K" }] : lines;
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const enabled = useShortcutsEnabled();
  return (
    <Dialog
      actions={
        <Link className={styles.settings} onClick={onClose} to="/settings">
          {t("shortcuts.settings")}
        </Link>
      }
      isOpen
      onClose={onClose}
      title={t("shortcuts.title")}
      wide
    >
      {enabled ? null : <Banner tone="info">{t("shortcuts.off")}</Banner>}
      <div className={styles.groups}>
        {(Object.keys(groups) as ShortcutGroup[]).map((group) => (
          <section key={group}>
            <h3 className={styles.title}>{t(groups[group])}</h3>
            <dl className={styles.list}>
              {linesOf(group).map(({ text, keys, or }) => (
                <div className={styles.line} key={keys}>
                  <dt>{t(text as "shortcuts.open")}</dt>
                  <dd className={styles.keys}>
                    {keys.split(" ").map((key) => (
                      <kbd className={styles.key} key={key}>
                        {key}
                      </kbd>
                    ))}
                    {or ? (
                      <>
                        <span>{t("shortcuts.or")}</span> <kbd className={styles.key}>{or}</kbd>
                      </>
                    ) : null}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
