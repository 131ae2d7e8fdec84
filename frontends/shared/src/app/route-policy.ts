/** What a route says of its page beside what draws it: who may open it, where the menus have it, what it needs of the session. */
import {
  type AnyRouter,
  type LinkProps,
  type StaticDataRouteOption,
  useLocation,
  useRouter,
} from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { PlainId } from "../i18n";

/**
 * `everybody`: whatever the state of the account, also who is not admitted or not in yet. `entry`: what has to be done before entering.
 * `own`: the person's alone, whoever acts for them. Without a word: whoever is in.
 */
type Access = "everybody" | "entry" | "own";

interface MenuEntry {
  /** Its place among the others, from 1 on. */
  readonly at: number;
  readonly label: PlainId;
  readonly icon: LucideIcon;
  /** Current only on the page itself, not on those below it. */
  readonly exact?: boolean;
}

export interface RoutePolicy {
  readonly access?: Access;
  /** Its entry in the main menu. */
  readonly menu?: MenuEntry;
  /** Its entry in the menu of the person. */
  readonly userMenu?: MenuEntry;
  /** Which entry of the main menu a page belongs to that has none and does not lie below one. */
  readonly within?: string;
  /** `off`: no live updates, for pages on the way in. */
  readonly live?: "off";
  /** `held`: as long as the page is open the session does not run out, as in a call. */
  readonly idle?: "held";
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption extends RoutePolicy {}
}

/** Of the page at an address; what is not said at its own route, a parent may say. */
function policyAt(router: AnyRouter, path: string): StaticDataRouteOption {
  const [branch] = router.getMatchedRoutes(path);
  return Object.assign({}, ...branch.map((route) => route.options.staticData)) as StaticDataRouteOption;
}

/** Of the page that is asked for, also while it is fetched. */
export function useRoutePolicy(): StaticDataRouteOption {
  const router = useRouter();
  const { pathname } = useLocation();
  return policyAt(router, pathname);
}

export interface Entry extends MenuEntry {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly policy: StaticDataRouteOption;
}

/** All entries of one of the menus, in their order. */
export function entriesOf(router: AnyRouter, menu: "menu" | "userMenu"): readonly Entry[] {
  const routes = Object.values(router.routesById) as AnyRouter["routeTree"][];
  return routes
    .flatMap((route): Entry[] => {
      const policy = route.options.staticData as StaticDataRouteOption | undefined;
      const entry = policy?.[menu];
      return entry ? [{ ...entry, to: route.fullPath as Entry["to"], policy: policy ?? {} }] : [];
    })
    .toSorted((a, b) => a.at - b.at);
}
