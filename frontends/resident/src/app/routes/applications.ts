/** Applications and forms: what can be sent, by categories, and one of them, which the search of the address names. */
import { asksAhead } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { formSearch } from "../../features/applications/search";
import { signedIn } from "./root";

const applicationsAhead = asksAhead(() => import("../../features/applications/ahead"));

const applications = createRoute({
  getParentRoute: () => signedIn,
  path: "/applications",
  staticData: { within: "/" },
  ...applicationsAhead,
  component: lazyRouteComponent(() => import("../../features/applications/ApplicationsPage"), "ApplicationsPage"),
});

const category = createRoute({
  getParentRoute: () => signedIn,
  path: "/applications/$categoryId",
  staticData: { within: "/" },
  validateSearch: formSearch,
  ...applicationsAhead,
  component: lazyRouteComponent(() => import("../../features/applications/CategoryPage"), "CategoryPage"),
});

export const applicationRoutes = [applications, category] as const;
