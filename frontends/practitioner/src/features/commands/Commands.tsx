import { useText } from "@kajo/shared/i18n";
import { useSignOut } from "@kajo/shared/session";
import { type Command, CommandPalette } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { mainMenu } from "../../app/main-menu";
import { tabs } from "../inbox/search";
import { tabTexts } from "../inbox/tab-texts";
import { useIsAdmin } from "../work-context/use-level";

/** Everything in the main menu, the tabs of the inbox, and what the user menu has. */
export function Commands() {
  const t = useText();
  const navigate = useNavigate();
  const { signOut } = useSignOut();
  const isAdmin = useIsAdmin() ?? false;
  const commands: readonly Command[] = [
    ...tabs.map((tab) => ({
      id: `tab-${tab}`,
      label: t(tabTexts[tab]),
      group: t("inbox.title"),
      onAction: () => void navigate({ to: "/inbox", search: { tab } }),
    })),
    ...mainMenu(t, isAdmin).map(({ to, label }) => ({
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
    { id: "sign-out", label: t("app.signOut"), group: t("commands.you"), onAction: () => void signOut() },
  ];
  return <CommandPalette commands={commands} defaultOpen />;
}
