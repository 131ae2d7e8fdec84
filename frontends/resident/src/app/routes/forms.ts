/**
 * Forms that anybody sends without saying who they are, each by the tail of its address. Nothing is asked ahead: who is signed in does not
 * matter. In the address: lomakkeet, enkater (i18n/rewrite.ts). Feedback is one of them, whose address the app knows.
 */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { publicFormSearch } from "../../features/public-form/search";
import { root } from "./root";

const forms = createRoute({
  getParentRoute: () => root,
  path: "/forms",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/public-form/FormsPage"), "FormsPage"),
});

const form = createRoute({
  getParentRoute: () => root,
  path: "/forms/$tail",
  staticData: { access: "everybody" },
  validateSearch: publicFormSearch,
  component: lazyRouteComponent(() => import("../../features/public-form/PublicFormPage"), "PublicFormPage"),
});

const feedback = createRoute({
  getParentRoute: () => root,
  path: "/feedback",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/public-form/FeedbackPage"), "FeedbackPage"),
});

export const formRoutes = [forms, form, feedback] as const;
