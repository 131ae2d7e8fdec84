/** Appointments: to book one in steps, one's own, to cancel it and to prepare for it. */
import { asksAhead } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { bookingSearch } from "../../features/appointments/search";
import { signedIn } from "./root";

const appointmentsAhead = asksAhead(() => import("../../features/appointments/ahead"));

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

export const appointmentRoutes = [book, appointment, cancel, preparation] as const;
