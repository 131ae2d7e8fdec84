/** What patients answered to surveys. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { resultSearch } from "../../features/survey-results/search";
import { ready } from "./root";

const surveyResult = createRoute({
  getParentRoute: () => ready,
  path: "/surveys/$patientId/responses/$surveyId/$responseId",
  staticData: { within: "/patient" },
  validateSearch: resultSearch,
  component: lazyRouteComponent(() => import("../../features/survey-results/SurveyResultPage"), "SurveyResultPage"),
});

export const surveyResultRoutes = [surveyResult] as const;
