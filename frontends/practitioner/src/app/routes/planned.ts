/** Routes (NAV-01) whose screens say what will be there. */
import type { PanelJson } from "@kajo/shared/rpc";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { PlannedScreen } from "../../features/planned/screens";
import { admin } from "./root";

const component = lazyRouteComponent(
  () => import("../../features/planned/PractitionerPlannedPage"),
  "PractitionerPlannedPage",
);

function forAdmin<const Path extends string>(path: Path, planned: PlannedScreen, panel: PanelJson) {
  const staticData = { planned, panel, within: "/admin" };
  return createRoute({ getParentRoute: () => admin, path, component, staticData });
}

export const plannedAdminRoutes = [forAdmin("/admin/landing-page", "landingPage", "PANEL_CONTENT_MANAGEMENT")] as const;
