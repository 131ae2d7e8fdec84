/** One's own profile, and what comes before the app: the onboarding and the terms. */
import { returnToSearch } from "@kajo/shared/session";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root, signedIn } from "./root";

export const termsRoute = createRoute({
  getParentRoute: () => root,
  path: "/terms-and-conditions",
  component: lazyRouteComponent(() => import("../../features/terms/TermsPage"), "TermsPage"),
});

const review = createRoute({
  getParentRoute: () => signedIn,
  path: "/terms-and-conditions/review",
  validateSearch: returnToSearch,
  component: lazyRouteComponent(() => import("../../features/terms/ReviewPage"), "ReviewPage"),
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: "/user/profile",
  component: lazyRouteComponent(() => import("../../features/profile/ProfilePage"), "ProfilePage"),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: "/user/sessions",
  component: lazyRouteComponent(() => import("@kajo/shared/sessions"), "SessionsPage"),
});

const onboarding = createRoute({
  getParentRoute: () => signedIn,
  path: "/onboarding/$step",
  validateSearch: returnToSearch,
  component: lazyRouteComponent(() => import("../../features/onboarding/OnboardingPage"), "OnboardingPage"),
});

export const profileRoutes = [review, profile, sessions, onboarding] as const;
