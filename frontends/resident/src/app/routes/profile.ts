/** One's own profile, and what comes before the app: the onboarding and the terms. */
import { returnToSearch } from "@kajo/shared/session";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Bell, MonitorSmartphone, UserRound } from "lucide-react";
import { root, signedIn } from "./root";

export const termsRoute = createRoute({
  getParentRoute: () => root,
  path: "/terms-and-conditions",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/terms/TermsPage"), "TermsPage"),
});

const review = createRoute({
  getParentRoute: () => signedIn,
  path: "/terms-and-conditions/review",
  staticData: { access: "entry", live: "off" },
  validateSearch: returnToSearch,
  component: lazyRouteComponent(() => import("../../features/terms/ReviewPage"), "ReviewPage"),
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: "/user/profile",
  staticData: { access: "own", within: "/mobile-profile", userMenu: { at: 1, label: "menu.profile", icon: UserRound } },
  component: lazyRouteComponent(() => import("../../features/profile/ProfilePage"), "ProfilePage"),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: "/user/sessions",
  staticData: {
    access: "own",
    within: "/mobile-profile",
    userMenu: { at: 3, label: "sessions.title", icon: MonitorSmartphone },
  },
  component: lazyRouteComponent(() => import("@kajo/shared/sessions"), "SessionsPage"),
});

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/notifications",
  staticData: { access: "own", within: "/mobile-profile", userMenu: { at: 6, label: "menu.push", icon: Bell } },
  component: lazyRouteComponent(() => import("../../features/push/PushPage"), "PushPage"),
});

const onboarding = createRoute({
  getParentRoute: () => signedIn,
  path: "/onboarding/$step",
  staticData: { access: "entry", live: "off" },
  validateSearch: returnToSearch,
  component: lazyRouteComponent(() => import("../../features/onboarding/OnboardingPage"), "OnboardingPage"),
});

export const profileRoutes = [review, profile, sessions, notifications, onboarding] as const;
