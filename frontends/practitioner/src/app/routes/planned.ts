/** Routes (NAV-01) whose screens say what will be there. */
import type { RoutePolicy } from "@kajo/shared/app";
import type { PanelJson } from "@kajo/shared/rpc";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ClipboardList, Route } from "lucide-react";
import type { PlannedScreen } from "../../features/planned/screens";
import { admin, ready } from "./root";

const component = lazyRouteComponent(
  () => import("../../features/planned/PractitionerPlannedPage"),
  "PractitionerPlannedPage",
);

function forWork<const Path extends string>(path: Path, planned: PlannedScreen) {
  return createRoute({ getParentRoute: () => ready, path, component, staticData: { planned } });
}

function forAdmin<const Path extends string>(
  path: Path,
  planned: PlannedScreen,
  panel: PanelJson,
  policy: RoutePolicy = { within: "/admin" },
) {
  return createRoute({ getParentRoute: () => admin, path, component, staticData: { planned, panel, ...policy } });
}

export const plannedWorkRoutes = [
  forWork("/surveys/$patientId/responses/$surveyId/$responseId", "surveyResponse"),
] as const;

export const plannedAdminRoutes = [
  forAdmin("/admin/digipaths", "digipaths", "PANEL_DIGITAL_PATHS", { within: "/admin/digipaths/v2" }),
  forAdmin("/admin/digipaths/v2", "digipathsV2", "PANEL_DIGITAL_PATHS", {
    menu: { at: 6, label: "menu.carePaths", icon: Route },
  }),
  forAdmin("/admin/landing-page", "landingPage", "PANEL_CONTENT_MANAGEMENT"),
  forAdmin("/admin/markdown", "markdown", "PANEL_CONTENT_MANAGEMENT"),
  forAdmin("/admin/surveys", "surveys", "PANEL_SURVEYS", {
    menu: { at: 7, label: "menu.surveys", icon: ClipboardList },
  }),
  forAdmin("/admin/surveys/access", "surveyAccess", "PANEL_SURVEY_ACCESS", {}),
] as const;
