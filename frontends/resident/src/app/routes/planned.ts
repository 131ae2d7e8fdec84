/** Routes (NAV-01) whose screens say what will be there. */
import type { RoutePolicy } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import type { PlannedScreen } from "../../features/planned/screens";
import { signedIn } from "./root";

const component = lazyRouteComponent(() => import("../../features/planned/ResidentPlannedPage"), "ResidentPlannedPage");

function forSignedIn<const Path extends string>(path: Path, planned: PlannedScreen, policy: RoutePolicy = {}) {
  return createRoute({ getParentRoute: () => signedIn, path, component, staticData: { planned, ...policy } });
}

export const plannedRoutes = [
  forSignedIn("/triage/$chatQueueId", "triage"),
  forSignedIn("/settings/notifications", "notifications", {
    within: "/mobile-profile",
    userMenu: { at: 6, label: "menu.push", icon: Bell },
  }),
] as const;
