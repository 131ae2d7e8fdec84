/** Start, sign-in, settings and what the footer leads to. */
import { signInSearch } from "@kajo/shared/session";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Eye, Globe, House, Settings, UserRound, Users } from "lucide-react";
import { LandingPage } from "../../features/start/LandingPage";
import { root, signedIn } from "./root";

const landing = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: LandingPage,
  staticData: { menu: { at: 1, label: "nav.home", icon: House, exact: true } },
});

const authentication = createRoute({
  getParentRoute: () => root,
  path: "/authentication",
  component: lazyRouteComponent(() => import("../../features/start/LoginPage"), "LoginPage"),
  validateSearch: signInSearch,
});

const language = createRoute({
  getParentRoute: () => root,
  path: "/language",
  staticData: { access: "everybody", userMenu: { at: 5, label: "menu.language", icon: Globe } },
  component: lazyRouteComponent(() => import("../../features/start/LanguagePage"), "LanguagePage"),
});

const accessDenied = createRoute({
  getParentRoute: () => root,
  path: "/access-denied",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/access-denied/AccessDeniedPage"), "AccessDeniedPage"),
});

const onBehalfDenied = createRoute({
  getParentRoute: () => root,
  path: "/access-denied/on-behalf",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/on-behalf/OnBehalfDeniedPage"), "OnBehalfDeniedPage"),
});

const onBehalfFailed = createRoute({
  getParentRoute: () => root,
  path: "/access-denied/on-behalf-failed",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/on-behalf/OnBehalfDeniedPage"), "OnBehalfFailedPage"),
});

const onBehalf = createRoute({
  getParentRoute: () => signedIn,
  path: "/on-behalf",
  staticData: {
    access: "everybody",
    within: "/mobile-profile",
    userMenu: { at: 4, label: "onBehalf.title", icon: Users },
  },
  component: lazyRouteComponent(() => import("../../features/on-behalf/OnBehalfPage"), "OnBehalfPage"),
});

const accessibility = createRoute({
  getParentRoute: () => root,
  path: "/accessibility",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/about/AccessibilityPage"), "AccessibilityPage"),
});

const cookies = createRoute({
  getParentRoute: () => root,
  path: "/cookies",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/about/CookiesPage"), "CookiesPage"),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: "/privacy-policy",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/about/PrivacyPage"), "PrivacyPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  staticData: {
    access: "everybody",
    within: "/mobile-profile",
    userMenu: { at: 7, label: "menu.settings", icon: Settings },
  },
  component: lazyRouteComponent(() => import("../../features/settings/SettingsPage"), "SettingsPage"),
});

const mobileProfile = createRoute({
  getParentRoute: () => signedIn,
  path: "/mobile-profile",
  staticData: { menu: { at: 4, label: "nav.profile", icon: UserRound } },
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
  staticData: { access: "own", within: "/mobile-profile", userMenu: { at: 2, label: "accessLog.title", icon: Eye } },
  component: lazyRouteComponent(() => import("../../features/access-log/AccessLogPage"), "AccessLogPage"),
});

const deleteAccount = createRoute({
  getParentRoute: () => signedIn,
  path: "/user/delete-account",
  staticData: { access: "own", within: "/mobile-profile" },
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
  privacy,
  settings,
] as const;
export const mobileRoutes = [accessLog, deleteAccount, onBehalf, mobileProfile, mobileAbout, mobileSettings] as const;
