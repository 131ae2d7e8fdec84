/** Start, sign-in, settings and what the footer leads to. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LandingPage } from "../../features/start/LandingPage";
import { root, signedIn } from "./root";

const landing = createRoute({ getParentRoute: () => root, path: "/", component: LandingPage });

const authentication = createRoute({
  getParentRoute: () => root,
  path: "/authentication",
  component: lazyRouteComponent(() => import("../../features/start/LoginPage"), "LoginPage"),
  validateSearch: (search: Record<string, unknown>): { returnTo?: string } =>
    typeof search.returnTo === "string" ? { returnTo: search.returnTo } : {},
});

const language = createRoute({
  getParentRoute: () => root,
  path: "/language",
  component: lazyRouteComponent(() => import("../../features/start/LanguagePage"), "LanguagePage"),
});

const accessDenied = createRoute({
  getParentRoute: () => root,
  path: "/access-denied",
  component: lazyRouteComponent(() => import("../../features/access-denied/AccessDeniedPage"), "AccessDeniedPage"),
});

const onBehalfDenied = createRoute({
  getParentRoute: () => root,
  path: "/access-denied/on-behalf",
  component: lazyRouteComponent(() => import("../../features/on-behalf/OnBehalfDeniedPage"), "OnBehalfDeniedPage"),
});

const onBehalfFailed = createRoute({
  getParentRoute: () => root,
  path: "/access-denied/on-behalf-failed",
  component: lazyRouteComponent(() => import("../../features/on-behalf/OnBehalfDeniedPage"), "OnBehalfFailedPage"),
});

const onBehalf = createRoute({
  getParentRoute: () => signedIn,
  path: "/on-behalf",
  component: lazyRouteComponent(() => import("../../features/on-behalf/OnBehalfPage"), "OnBehalfPage"),
});

const accessibility = createRoute({
  getParentRoute: () => root,
  path: "/accessibility",
  component: lazyRouteComponent(() => import("../../features/about/AccessibilityPage"), "AccessibilityPage"),
});

const cookies = createRoute({
  getParentRoute: () => root,
  path: "/cookies",
  component: lazyRouteComponent(() => import("../../features/about/CookiesPage"), "CookiesPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyRouteComponent(() => import("../../features/settings/SettingsPage"), "SettingsPage"),
});

const mobileProfile = createRoute({
  getParentRoute: () => signedIn,
  path: "/mobile-profile",
  component: lazyRouteComponent(() => import("../../features/about/MobileProfilePage"), "MobileProfilePage"),
});

const mobileAbout = createRoute({
  getParentRoute: () => signedIn,
  path: "/mobile-profile/about",
  component: lazyRouteComponent(() => import("../../features/about/AboutPage"), "AboutPage"),
});

const mobileSettings = createRoute({
  getParentRoute: () => signedIn,
  path: "/mobile-profile/settings",
  component: lazyRouteComponent(() => import("../../features/settings/SettingsPage"), "SettingsPage"),
});

const accessLog = createRoute({
  getParentRoute: () => signedIn,
  path: "/user/access-log",
  component: lazyRouteComponent(() => import("../../features/access-log/AccessLogPage"), "AccessLogPage"),
});

const deleteAccount = createRoute({
  getParentRoute: () => signedIn,
  path: "/user/delete-account",
  component: lazyRouteComponent(() => import("../../features/account/DeleteAccountPage"), "DeleteAccountPage"),
});

export const startRoutes = [
  landing,
  authentication,
  language,
  accessDenied,
  onBehalfDenied,
  onBehalfFailed,
  accessibility,
  cookies,
  settings,
] as const;
export const mobileRoutes = [accessLog, deleteAccount, onBehalf, mobileProfile, mobileAbout, mobileSettings] as const;
