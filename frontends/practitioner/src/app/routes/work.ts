/** Sign-in, choice of role and location, desktop, inbox, settings. */
import { returnToSearch } from "@kajo/shared/session";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { inboxSearch } from "../../features/inbox/search";
import { care, ready, root, signedIn } from "./root";

const authentication = createRoute({
  getParentRoute: () => root,
  path: "/authentication",
  component: lazyRouteComponent(() => import("../../features/start/LoginPage"), "LoginPage"),
  validateSearch: returnToSearch,
});

const workContext = createRoute({
  getParentRoute: () => signedIn,
  path: "/work-context",
  component: lazyRouteComponent(() => import("../../features/work-context/WorkContextPage"), "WorkContextPage"),
  validateSearch: returnToSearch,
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("../../features/settings/SettingsPage"), "SettingsPage"),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: "/sessions",
  component: lazyRouteComponent(() => import("@kajo/shared/sessions"), "SessionsPage"),
});

const home = createRoute({
  getParentRoute: () => ready,
  path: "/",
  component: lazyRouteComponent(() => import("../../features/start/Home"), "Home"),
});

const desktop = createRoute({
  getParentRoute: () => ready,
  path: "/desktop",
  component: lazyRouteComponent(() => import("../../features/desktop/DesktopPage"), "DesktopPage"),
});

const inbox = createRoute({
  getParentRoute: () => care,
  path: "/inbox",
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import("../../features/inbox/InboxPage"), "InboxPage"),
});

const patient = createRoute({
  getParentRoute: () => care,
  path: "/patient",
  validateSearch: (search: Record<string, unknown>): { patient?: string } =>
    typeof search.patient === "string" ? { patient: search.patient } : {},
  component: lazyRouteComponent(() => import("../../features/patient/PatientPage"), "PatientPage"),
});

const patientNew = createRoute({
  getParentRoute: () => care,
  path: "/patient/new",
  component: lazyRouteComponent(() => import("../../features/patient/info/NewPatientPage"), "NewPatientPage"),
});

export const publicRoutes = [authentication] as const;
export const signedInRoutes = [workContext, settings, sessions] as const;
export const readyRoutes = [home, desktop] as const;
export const careRoutes = [inbox, patient, patientNew] as const;
