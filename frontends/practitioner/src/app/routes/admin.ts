/** Modules of the admin panel that there are; those to come stand in planned.ts. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { admin } from "./root";

/** The words of a list's search. */
function searchWords({ search }: Record<string, unknown>): { search?: string } {
  return typeof search === "string" && search ? { search } : {};
}

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
  validateSearch: searchWords,
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

const roleGroups = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/role-management",
  validateSearch: searchWords,
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupsPage"), "RoleGroupsPage"),
});

const roleGroupNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/role-management/new",
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupPage"), "NewRoleGroupPage"),
});

const roleGroup = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/role-management/$roleGroupId",
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupPage"), "RoleGroupPage"),
});

export const adminRoutes = [
  landing,
  icons,
  locations,
  locationNew,
  location,
  roleGroups,
  roleGroupNew,
  roleGroup,
] as const;
