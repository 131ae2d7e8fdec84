/** Sign-in, choice of role and location, desktop, inbox, chat, settings. */
import { asksAhead } from "@kajo/shared/app";
import { returnToSearch, signInSearch } from "@kajo/shared/session";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { CalendarDays, Inbox, KeyRound, MessagesSquare, MonitorSmartphone, Settings, UserSearch } from "lucide-react";
import { calendarSearch } from "../../features/calendar/search";
import { inboxSearch } from "../../features/inbox/search";
import { ready, root, signedIn } from "./root";

const authentication = createRoute({
  getParentRoute: () => root,
  path: "/authentication",
  component: lazyRouteComponent(() => import("../../features/start/LoginPage"), "LoginPage"),
  validateSearch: signInSearch,
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
  staticData: {
    menu: { at: 11, label: "menu.settings", icon: Settings },
    userMenu: { at: 2, label: "menu.settings", icon: Settings },
  },
  component: lazyRouteComponent(() => import("../../features/settings/SettingsPage"), "SettingsPage"),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: "/sessions",
  staticData: { within: "/settings", userMenu: { at: 1, label: "sessions.title", icon: KeyRound } },
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
  staticData: { menu: { at: 1, label: "menu.desktop", icon: MonitorSmartphone } },
  component: lazyRouteComponent(() => import("../../features/desktop/DesktopPage"), "DesktopPage"),
});

const inbox = createRoute({
  getParentRoute: () => ready,
  path: "/inbox",
  ...asksAhead(() => import("../../features/inbox/ahead")),
  staticData: { menu: { at: 2, label: "nav.inbox", icon: Inbox } },
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import("../../features/inbox/InboxPage"), "InboxPage"),
});

const chat = createRoute({
  getParentRoute: () => ready,
  path: "/chat",
  staticData: { menu: { at: 4, label: "menu.chat", icon: MessagesSquare } },
  component: lazyRouteComponent(() => import("../../features/chat/ChatPage"), "ChatPage"),
});

/** Drawn by the page above it, beside its lists. */
const oneChat = createRoute({ getParentRoute: () => chat, path: "$chatId" });

const patient = createRoute({
  getParentRoute: () => ready,
  path: "/patient",
  ...asksAhead(() => import("../../features/patient/ahead")),
  staticData: { menu: { at: 5, label: "menu.patient", icon: UserSearch } },
  validateSearch: (search: Record<string, unknown>): { patient?: string } =>
    typeof search.patient === "string" ? { patient: search.patient } : {},
  component: lazyRouteComponent(() => import("../../features/patient/PatientPage"), "PatientPage"),
});

const patientNew = createRoute({
  getParentRoute: () => ready,
  path: "/patient/new",
  component: lazyRouteComponent(() => import("../../features/patient/info/NewPatientPage"), "NewPatientPage"),
});

const appointments = createRoute({
  getParentRoute: () => ready,
  path: "/appointments",
  staticData: { menu: { at: 3, label: "menu.calendar", icon: CalendarDays } },
  validateSearch: calendarSearch,
  component: lazyRouteComponent(() => import("../../features/calendar/CalendarPage"), "CalendarPage"),
});

const newAppointment = createRoute({
  getParentRoute: () => ready,
  path: "/appointments/new",
  staticData: { within: "/appointments" },
  validateSearch: (search: Record<string, unknown>): { patient?: string } =>
    typeof search.patient === "string" ? { patient: search.patient } : {},
  component: lazyRouteComponent(
    () => import("../../features/patient-booking/NewAppointmentPage"),
    "NewAppointmentPage",
  ),
});

const appointment = createRoute({
  getParentRoute: () => ready,
  path: "/appointments/$appointmentId",
  staticData: { within: "/appointments" },
  // Of the calendar that one came from, to which one goes back.
  validateSearch: calendarSearch,
  component: lazyRouteComponent(() => import("../../features/calendar/AppointmentPage"), "AppointmentPage"),
});

const appointmentCall = createRoute({
  getParentRoute: () => ready,
  path: "/appointments/$appointmentId/call",
  staticData: { within: "/appointments" },
  component: lazyRouteComponent(() => import("../../features/calendar/AppointmentCallPage"), "AppointmentCallPage"),
});

export const publicRoutes = [authentication] as const;
export const signedInRoutes = [workContext, settings, sessions] as const;
export const readyRoutes = [
  home,
  desktop,
  inbox,
  chat.addChildren([oneChat]),
  patient,
  patientNew,
  appointments,
  newAppointment,
  appointment,
  appointmentCall,
] as const;
