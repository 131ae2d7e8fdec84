/** Surveys in the admin panel: found, built, and who reads their answers. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ClipboardList } from "lucide-react";
import { surveySearch } from "../../features/admin/surveys/search";
import { admin } from "./root";

const list = createRoute({
  getParentRoute: () => admin,
  path: "/admin/surveys",
  staticData: { menu: { at: 7, label: "menu.surveys", icon: ClipboardList }, panel: "PANEL_SURVEYS" },
  validateSearch: surveySearch,
  component: lazyRouteComponent(() => import("../../features/admin/surveys/SurveysPage"), "SurveysPage"),
});

const surveyNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/surveys/new",
  staticData: { panel: "PANEL_SURVEYS" },
  component: lazyRouteComponent(() => import("../../features/admin/surveys/SurveyPage"), "NewSurveyPage"),
});

const survey = createRoute({
  getParentRoute: () => admin,
  path: "/admin/surveys/$id",
  staticData: { panel: "PANEL_SURVEYS" },
  component: lazyRouteComponent(() => import("../../features/admin/surveys/SurveyPage"), "SurveyPage"),
});

const access = createRoute({
  getParentRoute: () => admin,
  path: "/admin/surveys/access",
  staticData: { panel: "PANEL_SURVEY_ACCESS" },
  component: lazyRouteComponent(
    () => import("../../features/admin/surveys/access/SurveyAccessPage"),
    "SurveyAccessPage",
  ),
});

export const surveyRoutes = [list, surveyNew, survey, access] as const;
