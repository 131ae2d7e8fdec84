/** Appointments: to book one in steps, one's own, to cancel it and to prepare for it, and those by video with their calls, also for guests. */
import { asksAhead } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { bookingSearch } from "../../features/appointments/search";
import { root, signedIn } from "./root";

const appointmentsAhead = asksAhead(() => import("../../features/appointments/ahead"));

/** `join`: one has said that one comes. */
const joinSearch = ({ join }: Record<string, unknown>): { join?: true } => (join === true ? { join } : {});

const book = createRoute({
  getParentRoute: () => signedIn,
  path: "/book-appointment",
  staticData: { within: "/" },
  validateSearch: bookingSearch,
  ...appointmentsAhead,
  component: lazyRouteComponent(() => import("../../features/appointments/BookingPage"), "BookingPage"),
});

const appointment = createRoute({
  getParentRoute: () => signedIn,
  path: "/appointment/$appointmentId",
  staticData: { within: "/" },
  validateSearch: ({ done }: Record<string, unknown>): { done?: "booked" | "moved" } =>
    done === "booked" || done === "moved" ? { done } : {},
  ...appointmentsAhead,
  component: lazyRouteComponent(() => import("../../features/appointments/AppointmentPage"), "AppointmentPage"),
});

const cancel = createRoute({
  getParentRoute: () => signedIn,
  path: "/appointment/$appointmentId/cancel",
  staticData: { within: "/" },
  ...appointmentsAhead,
  component: lazyRouteComponent(() => import("../../features/appointments/CancelPage"), "CancelPage"),
});

const preparation = createRoute({
  getParentRoute: () => signedIn,
  path: "/appointment/$appointmentId/preparation-instructions",
  staticData: { within: "/" },
  ...appointmentsAhead,
  component: lazyRouteComponent(() => import("../../features/appointments/PreparationPage"), "PreparationPage"),
});

const online = createRoute({
  getParentRoute: () => signedIn,
  path: "/online-encounter",
  staticData: { within: "/" },
  ...asksAhead(() => import("../../features/appointments/online/ahead")),
  component: lazyRouteComponent(() => import("../../features/appointments/online/OnlinePage"), "OnlinePage"),
});

const oneOnline = createRoute({
  getParentRoute: () => signedIn,
  path: "/online-encounter/$appointmentId",
  staticData: { within: "/" },
  validateSearch: joinSearch,
  ...appointmentsAhead,
  component: lazyRouteComponent(() => import("../../features/appointments/online/OneOnlinePage"), "OneOnlinePage"),
});

/** By which guests come, whoever they are. The secret of the link stands behind `#`, and nowhere else. */
export const meetupRoute = createRoute({
  getParentRoute: () => root,
  path: "/meetup/$invitationId",
  staticData: { access: "everybody" },
  validateSearch: joinSearch,
  component: lazyRouteComponent(() => import("../../features/appointments/meetup/MeetupPage"), "MeetupPage"),
});

export const appointmentRoutes = [book, appointment, cancel, preparation, online, oneOnline] as const;
