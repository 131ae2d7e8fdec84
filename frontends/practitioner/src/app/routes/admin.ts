/** Modules of the admin panel that there are; those to come stand in planned.ts. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { admin } from "./root";

const landing = createRoute({
  getParentRoute: () => admin,
  path: "/admin",
  component: lazyRouteComponent(() => import("../../features/admin/AdminLandingPage"), "AdminLandingPage"),
});

const icons = createRoute({
  getParentRoute: () => admin,
  path: "/admin/icons",
  component: lazyRouteComponent(() => import("../../features/admin/IconsPage"), "IconsPage"),
});

const locations = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/location-management",
  validateSearch: (search: Record<string, unknown>): { search?: string } =>
    typeof search["search"] === "string" && search["search"] ? { search: search["search"] } : {},
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationsPage"), "LocationsPage"),
});

const locationNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/location-management/new",
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationPage"), "NewLocationPage"),
});

const location = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/location-management/$locationId",
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationPage"), "LocationPage"),
});

export const adminRoutes = [landing, icons, locations, locationNew, location] as const;
