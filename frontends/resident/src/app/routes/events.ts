/** What is to come for a person, and what happened. */
import { asksAhead } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { CalendarDays } from "lucide-react";
import { eventsSearch } from "../../features/events/search";
import { signedIn } from "./root";

export const eventsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: "/events",
  staticData: { menu: { at: 3, label: "nav.events", icon: CalendarDays } },
  validateSearch: eventsSearch,
  ...asksAhead(() => import("../../features/events/ahead")),
  component: lazyRouteComponent(() => import("../../features/events/EventsPage"), "EventsPage"),
});
