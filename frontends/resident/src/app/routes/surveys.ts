/** Surveys: what is to be answered, and one of them, by the id of its activation, in every language. */
import { asksAhead } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "../../features/surveys/lists";
import { signedIn } from "./root";

const surveysAhead = asksAhead(() => import("../../features/surveys/ahead"));

const surveys = createRoute({
  getParentRoute: () => signedIn,
  path: "/surveys",
  staticData: { within: "/" },
  ...surveysAhead,
  component: lazyRouteComponent(() => import("../../features/surveys/SurveysPage"), "SurveysPage"),
});

const selfCare = createRoute({
  getParentRoute: () => signedIn,
  path: "/surveys/omavointi",
  staticData: { within: "/" },
  validateSearch: listSearch,
  ...surveysAhead,
  component: lazyRouteComponent(() => import("../../features/surveys/SelfCarePage"), "SelfCarePage"),
});

/** `fill`: one answers; `sent`: one has just answered. */
const survey = createRoute({
  getParentRoute: () => signedIn,
  path: "/surveys/omavointi/$surveyId",
  staticData: { within: "/" },
  validateSearch: ({ fill, sent }: Record<string, unknown>): { fill?: true; sent?: true } => ({
    ...(fill === true ? { fill } : {}),
    ...(sent === true ? { sent } : {}),
  }),
  ...surveysAhead,
  component: lazyRouteComponent(() => import("../../features/surveys/SurveyPage"), "SurveyPage"),
});

export const surveyRoutes = [surveys, selfCare, survey] as const;
