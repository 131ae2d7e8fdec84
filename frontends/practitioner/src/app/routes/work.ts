/** Sign-in, choice of role and location, desktop, inbox, settings. */
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { inboxSearch } from "../../features/inbox/search";
import { ready, root, signedIn } from "./root";

const authentication = createRoute({
  getParentRoute: () => root,
  path: "/authentication",
  component: lazyRouteComponent(() => import("../../features/start/LoginPage"), "LoginPage"),
  validateSearch: (search: Record<string, unknown>): { returnTo?: string } =>
    typeof search["returnTo"] === "string" ? { returnTo: search["returnTo"] } : {},
});

const workContext = createRoute({
  getParentRoute: () => signedIn,
  path: "/work-context",
  component: lazyRouteComponent(() => import("../../features/work-context/WorkContextPage"), "WorkContextPage"),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("../../features/settings/SettingsPage"), "SettingsPage"),
});

const home = createRoute({
  getParentRoute: () => ready,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/inbox" });
  },
});

const desktop = createRoute({
  getParentRoute: () => ready,
  path: "/desktop",
  component: lazyRouteComponent(() => import("../../features/desktop/DesktopPage"), "DesktopPage"),
});

const inbox = createRoute({
  getParentRoute: () => ready,
  path: "/inbox",
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import("../../features/inbox/InboxPage"), "InboxPage"),
});

const patient = createRoute({
  getParentRoute: () => ready,
  path: "/patient",
  validateSearch: (search: Record<string, unknown>): { patient?: string } =>
    typeof search["patient"] === "string" ? { patient: search["patient"] } : {},
  component: lazyRouteComponent(() => import("../../features/patient/PatientPage"), "PatientPage"),
});

export const publicRoutes = [authentication] as const;
export const signedInRoutes = [workContext, settings] as const;
export const readyRoutes = [home, desktop, inbox, patient] as const;
