import { useText } from "@kajo/shared/i18n";
import { useSignOut } from "@kajo/shared/session";
import { type Command, CommandPalette } from "@kajo/shared/ui";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { mainMenu } from "../../app/main-menu";
import { tabs } from "../inbox/search";
import { tabTexts } from "../inbox/tab-texts";
import { useOfferedActions } from "../shortcuts/actions";
import { useShortcutsEnabled } from "../shortcuts/enabled";
import { keysText, type ShortcutId, shortcuts } from "../shortcuts/shortcuts";
import { useStanding } from "../work-context/standing";

/** What can be done with a task, in the palette as by a key. */
const taskActions = [
  "reply",
  "take",
  "done",
  "forward",
  "undo",
  "unread",
  "search",
] as const satisfies readonly ShortcutId[];

/** What can be done with the task at hand, the tabs of the inbox, everything in the main menu and in the user menu. */
export function Commands() {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const { signOut } = useSignOut();
  const standing = useStanding();
  const offered = useOfferedActions();
  const enabled = useShortcutsEnabled();
  const keys = (id: ShortcutId) => (enabled ? { shortcut: keysText(id) } : {});
  const tasks = taskActions.flatMap((id) => {
    const onAction = offered[id];
    const group = t(shortcuts[id].group === "conversation" ? "inbox.detail" : "inbox.title");
    return onAction ? [{ id, label: t(shortcuts[id].text), group, onAction, ...keys(id) }] : [];
  });
  const commands: readonly Command[] = [
    ...tasks,
    ...tabs.map((tab) => ({
      id: `tab-${tab}`,
      label: t(tabTexts[tab]),
      group: t("inbox.title"),
      onAction: () => void navigate({ to: "/inbox", search: { tab } }),
      ...keys(tab === "done" ? "doneTab" : tab),
    })),
    ...(standing ? mainMenu(router, t, standing) : []).map(({ to, label }) => ({
      id: to,
      label,
      group: t("commands.go"),
      onAction: () => void navigate({ to }),
    })),
    {
      id: "place",
      label: t("workContext.title"),
      group: t("commands.you"),
      onAction: () => void navigate({ to: "/work-context" }),
    },
    {
      id: "shortcuts",
      label: t("shortcuts.title"),
      group: t("commands.you"),
      onAction: () => offered.help?.(),
      ...keys("help"),
    },
    { id: "sign-out", label: t("app.signOut"), group: t("commands.you"), onAction: () => void signOut() },
  ];
  return <CommandPalette commands={commands} defaultOpen />;
}
