/** A content that a professional has given the person to read, by its own id and not that of what it says. */
import { asksAhead } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./root";

export const contentRoute = createRoute({
  getParentRoute: () => signedIn,
  path: "/content/$contentId",
  staticData: { within: "/events" },
  ...asksAhead(() => import("../../features/patient-content/ahead")),
  component: lazyRouteComponent(() => import("../../features/patient-content/ContentPage"), "ContentPage"),
});
