/** Modules of the admin panel that there are; those to come stand in planned.ts. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { admin, overseen, system } from "./root";

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

const careTeams = createRoute({
  getParentRoute: () => system,
  path: "/admin/careteam-management",
  validateSearch: searchWords,
  component: lazyRouteComponent(() => import("../../features/admin/care-teams/CareTeamsPage"), "CareTeamsPage"),
});

const careTeamNew = createRoute({
  getParentRoute: () => system,
  path: "/admin/careteam-management/new",
  component: lazyRouteComponent(() => import("../../features/admin/care-teams/CareTeamPage"), "NewCareTeamPage"),
});

const careTeam = createRoute({
  getParentRoute: () => system,
  path: "/admin/careteam-management/$careTeamId",
  component: lazyRouteComponent(() => import("../../features/admin/care-teams/CareTeamPage"), "CareTeamPage"),
});

const featureFlags = createRoute({
  getParentRoute: () => overseen,
  path: "/admin/feature-flags",
  component: lazyRouteComponent(
    () => import("../../features/admin/feature-flags/FeatureFlagsPage"),
    "FeatureFlagsPage",
  ),
});

const lookupAlerts = createRoute({
  getParentRoute: () => system,
  path: "/admin/lookup-alerts",
  component: lazyRouteComponent(
    () => import("../../features/admin/lookup-alerts/LookupAlertsPage"),
    "LookupAlertsPage",
  ),
});

const locations = createRoute({
  getParentRoute: () => system,
  path: "/admin/iam/location-management",
  validateSearch: searchWords,
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationsPage"), "LocationsPage"),
});

const locationNew = createRoute({
  getParentRoute: () => system,
  path: "/admin/iam/location-management/new",
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationPage"), "NewLocationPage"),
});

const location = createRoute({
  getParentRoute: () => system,
  path: "/admin/iam/location-management/$locationId",
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationPage"), "LocationPage"),
});

const roleGroups = createRoute({
  getParentRoute: () => system,
  path: "/admin/iam/role-management",
  validateSearch: searchWords,
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupsPage"), "RoleGroupsPage"),
});

const roleGroupNew = createRoute({
  getParentRoute: () => system,
  path: "/admin/iam/role-management/new",
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupPage"), "NewRoleGroupPage"),
});

const roleGroup = createRoute({
  getParentRoute: () => system,
  path: "/admin/iam/role-management/$roleGroupId",
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupPage"), "RoleGroupPage"),
});

const accessExplanation = createRoute({
  getParentRoute: () => system,
  path: "/admin/iam/access-explanation",
  component: lazyRouteComponent(
    () => import("../../features/admin/access-explanation/AccessExplanationPage"),
    "AccessExplanationPage",
  ),
});

const content = createRoute({
  getParentRoute: () => system,
  path: "/admin/content-management",
  validateSearch: ({ contentName }: Record<string, unknown>): { contentName?: string } =>
    typeof contentName === "string" && contentName ? { contentName } : {},
  component: lazyRouteComponent(() => import("../../features/admin/content/ContentPage"), "ContentPage"),
});

export const adminRoutes = [landing, icons] as const;

export const overseenRoutes = [featureFlags] as const;

export const systemRoutes = [
  lookupAlerts,
  careTeams,
  careTeamNew,
  careTeam,
  content,
  locations,
  locationNew,
  location,
  roleGroups,
  roleGroupNew,
  roleGroup,
  accessExplanation,
] as const;
