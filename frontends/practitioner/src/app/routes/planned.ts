/** Routes (NAV-01) whose screens say what will be there. */
import type { RoutePolicy } from "@kajo/shared/app";
import type { PanelJson } from "@kajo/shared/rpc";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Route } from "lucide-react";
import type { PlannedScreen } from "../../features/planned/screens";
import { admin } from "./root";

const component = lazyRouteComponent(
  () => import("../../features/planned/PractitionerPlannedPage"),
  "PractitionerPlannedPage",
);

function forAdmin<const Path extends string>(
  path: Path,
  planned: PlannedScreen,
  panel: PanelJson,
  policy: RoutePolicy = { within: "/admin" },
) {
  return createRoute({ getParentRoute: () => admin, path, component, staticData: { planned, panel, ...policy } });
}

export const plannedAdminRoutes = [
  forAdmin("/admin/digipaths", "digipaths", "PANEL_DIGITAL_PATHS", { within: "/admin/digipaths/v2" }),
  forAdmin("/admin/digipaths/v2", "digipathsV2", "PANEL_DIGITAL_PATHS", {
    menu: { at: 6, label: "menu.carePaths", icon: Route },
  }),
  forAdmin("/admin/landing-page", "landingPage", "PANEL_CONTENT_MANAGEMENT"),
] as const;
