import { entriesOf, type NavigationItem } from "@kajo/shared/app";
import type { Text } from "@kajo/shared/i18n";
import type { AnyRouter } from "@tanstack/react-router";
import { isKeeper, type Standing } from "../features/work-context/standing";

/** The main menu (NAV-13): what concerns the work of who works, and the modules that one may open. */
export function mainMenu(router: AnyRouter, t: Text, standing: Standing): readonly NavigationItem[] {
  const isOffered = (to: string, panel: Parameters<typeof standing.panels.has>[0] | undefined) => {
    if (panel) return standing.panels.has(panel);
    if (to === "/admin") return isKeeper(standing);
    // Who cannot work learns at the desktop what is missing.
    return standing.works || to === "/desktop" || to === "/settings";
  };
  return entriesOf(router, "menu")
    .filter(({ to, policy }) => isOffered(to, policy.panel))
    .map(({ label, ...entry }) => ({ ...entry, label: t(label) }));
}
