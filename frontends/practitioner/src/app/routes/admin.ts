/** Modules of the admin panel that there are; those to come stand in planned.ts. */
import type { PanelJson } from "@kajo/shared/rpc";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { KeyRound, LayoutDashboard, Newspaper } from "lucide-react";
import type { ReactNode } from "react";
import { type RecordSearch, recordSearch } from "../../features/admin/module/search";
import { contentSearch } from "../../features/admin/service-information/contents/search";
import { admin } from "./root";

/** The words of a list's search. */
function searchWords({ search }: Record<string, unknown>): { search?: string } {
  return typeof search === "string" && search ? { search } : {};
}

const landing = createRoute({
  getParentRoute: () => admin,
  path: "/admin",
  staticData: { menu: { at: 10, label: "menu.admin", icon: LayoutDashboard, exact: true } },
  component: lazyRouteComponent(() => import("../../features/admin/AdminLandingPage"), "AdminLandingPage"),
});

const icons = createRoute({
  getParentRoute: () => admin,
  path: "/admin/icons",
  staticData: { within: "/admin", panel: "PANEL_ICONS" },
  component: lazyRouteComponent(() => import("../../features/admin/IconsPage"), "IconsPage"),
});

const careTeams = createRoute({
  getParentRoute: () => admin,
  path: "/admin/careteam-management",
  staticData: { within: "/admin", panel: "PANEL_CARE_TEAMS" },
  validateSearch: searchWords,
  component: lazyRouteComponent(() => import("../../features/admin/care-teams/CareTeamsPage"), "CareTeamsPage"),
});

const careTeamNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/careteam-management/new",
  staticData: { within: "/admin", panel: "PANEL_CARE_TEAMS" },
  component: lazyRouteComponent(() => import("../../features/admin/care-teams/CareTeamPage"), "NewCareTeamPage"),
});

const careTeam = createRoute({
  getParentRoute: () => admin,
  path: "/admin/careteam-management/$careTeamId",
  staticData: { within: "/admin", panel: "PANEL_CARE_TEAMS" },
  component: lazyRouteComponent(() => import("../../features/admin/care-teams/CareTeamPage"), "CareTeamPage"),
});

const featureFlags = createRoute({
  getParentRoute: () => admin,
  path: "/admin/feature-flags",
  staticData: { within: "/admin", panel: "PANEL_FEATURE_FLAGS" },
  component: lazyRouteComponent(
    () => import("../../features/admin/feature-flags/FeatureFlagsPage"),
    "FeatureFlagsPage",
  ),
});

const lookupAlerts = createRoute({
  getParentRoute: () => admin,
  path: "/admin/lookup-alerts",
  staticData: { within: "/admin", panel: "PANEL_LOOKUP_ALERTS" },
  component: lazyRouteComponent(
    () => import("../../features/admin/lookup-alerts/LookupAlertsPage"),
    "LookupAlertsPage",
  ),
});

const locations = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/location-management",
  staticData: { within: "/admin/iam/role-management", panel: "PANEL_LOCATIONS" },
  validateSearch: searchWords,
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationsPage"), "LocationsPage"),
});

const locationNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/location-management/new",
  staticData: { within: "/admin/iam/role-management", panel: "PANEL_LOCATIONS" },
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationPage"), "NewLocationPage"),
});

const location = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/location-management/$locationId",
  staticData: { within: "/admin/iam/role-management", panel: "PANEL_LOCATIONS" },
  component: lazyRouteComponent(() => import("../../features/admin/locations/LocationPage"), "LocationPage"),
});

const roleGroups = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/role-management",
  staticData: { menu: { at: 9, label: "menu.access", icon: KeyRound }, panel: "PANEL_ROLE_GROUPS" },
  validateSearch: searchWords,
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupsPage"), "RoleGroupsPage"),
});

const roleGroupNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/role-management/new",
  staticData: { panel: "PANEL_ROLE_GROUPS" },
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupPage"), "NewRoleGroupPage"),
});

const roleGroup = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/role-management/$roleGroupId",
  staticData: { panel: "PANEL_ROLE_GROUPS" },
  component: lazyRouteComponent(() => import("../../features/admin/role-groups/RoleGroupPage"), "RoleGroupPage"),
});

/** The list of a module's records, the editor of a new one and that of one that is kept, fetched together with the first that is opened. */
function recordRoutes<const Path extends string>(
  path: Path,
  panel: PanelJson,
  pages: () => Promise<Record<"listPage" | "newPage" | "recordPage", () => ReactNode>>,
  validateSearch: (asked: Record<string, unknown>) => RecordSearch = recordSearch,
) {
  const common = { getParentRoute: () => admin, staticData: { within: "/admin", panel } };
  return [
    createRoute({ ...common, path, validateSearch, component: lazyRouteComponent(pages, "listPage") }),
    createRoute({ ...common, path: `${path}/new`, component: lazyRouteComponent(pages, "newPage") }),
    createRoute({ ...common, path: `${path}/$id`, component: lazyRouteComponent(pages, "recordPage") }),
  ] as const;
}

type QueuePages = Record<"listPage" | "newPage" | "categoryPage" | "newQueuePage" | "queuePage", () => ReactNode>;

/** The list of a panel's categories, the editors of a new one and of one that is kept, and the same of its queues. */
function queueRoutes<const Path extends string, const New extends string, const Edit extends string>(
  path: Path,
  queues: readonly [newPath: New, editPath: Edit],
  panel: PanelJson,
  pages: () => Promise<QueuePages>,
) {
  const common = { getParentRoute: () => admin, staticData: { within: "/admin", panel } };
  return [
    createRoute({ ...common, path, validateSearch: recordSearch, component: lazyRouteComponent(pages, "listPage") }),
    createRoute({ ...common, path: `${path}/new`, component: lazyRouteComponent(pages, "newPage") }),
    createRoute({
      ...common,
      path: `${path}/$categoryId/edit`,
      component: lazyRouteComponent(pages, "categoryPage"),
    }),
    createRoute({
      ...common,
      path: `${path}/$categoryId/${queues[0]}`,
      component: lazyRouteComponent(pages, "newQueuePage"),
    }),
    createRoute({
      ...common,
      path: `${path}/$categoryId/${queues[1]}`,
      component: lazyRouteComponent(pages, "queuePage"),
    }),
  ] as const;
}

const serviceInformation = createRoute({
  getParentRoute: () => admin,
  path: "/admin/service-information",
  staticData: { within: "/admin", panel: "PANEL_SERVICE_INFORMATION" },
  component: lazyRouteComponent(
    () => import("../../features/admin/service-information/ServiceInformationPage"),
    "ServiceInformationPage",
  ),
});

const remoteAccess = createRoute({
  getParentRoute: () => admin,
  path: "/admin/service-information/remote",
  staticData: { within: "/admin", panel: "PANEL_REMOTE_APPOINTMENT_ACCESS" },
  component: lazyRouteComponent(
    () => import("../../features/admin/service-information/remote/RemoteAccessPage"),
    "RemoteAccessPage",
  ),
});

const chatSchedule = createRoute({
  getParentRoute: () => admin,
  path: "/admin/chat/schedule",
  staticData: { within: "/admin", panel: "PANEL_CHAT_QUEUES" },
  component: lazyRouteComponent(() => import("../../features/admin/chat-queues/ChatSchedulePage"), "ChatSchedulePage"),
});

const professionals = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/professionals",
  staticData: { panel: "PANEL_ROLE_GROUPS" },
  component: lazyRouteComponent(
    () => import("../../features/admin/professionals/ProfessionalsPage"),
    "ProfessionalsPage",
  ),
});

const accessExplanation = createRoute({
  getParentRoute: () => admin,
  path: "/admin/iam/access-explanation",
  staticData: { within: "/admin/iam/role-management", panel: "PANEL_ACCESS_EXPLANATION" },
  component: lazyRouteComponent(
    () => import("../../features/admin/access-explanation/AccessExplanationPage"),
    "AccessExplanationPage",
  ),
});

const content = createRoute({
  getParentRoute: () => admin,
  path: "/admin/content-management",
  staticData: { menu: { at: 8, label: "menu.content", icon: Newspaper }, panel: "PANEL_CONTENT_MANAGEMENT" },
  validateSearch: ({ contentName }: Record<string, unknown>): { contentName?: string } =>
    typeof contentName === "string" && contentName ? { contentName } : {},
  component: lazyRouteComponent(() => import("../../features/admin/content/ContentPage"), "ContentPage"),
});

const markdownGuide = createRoute({
  getParentRoute: () => admin,
  path: "/admin/markdown",
  staticData: { within: "/admin", panel: "PANEL_CONTENT_MANAGEMENT" },
  component: lazyRouteComponent(() => import("../../features/admin/markdown/MarkdownGuidePage"), "MarkdownGuidePage"),
});

export const adminRoutes = [
  landing,
  icons,
  careTeams,
  careTeamNew,
  careTeam,
  featureFlags,
  lookupAlerts,
  locations,
  locationNew,
  location,
  roleGroups,
  roleGroupNew,
  roleGroup,
  serviceInformation,
  ...recordRoutes(
    "/admin/service-information/categories",
    "PANEL_SERVICE_INFORMATION",
    () => import("../../features/admin/service-information/ServiceCategories"),
  ),
  ...recordRoutes(
    "/admin/service-information/services",
    "PANEL_SERVICE_INFORMATION",
    () => import("../../features/admin/service-information/Services"),
  ),
  ...recordRoutes(
    "/admin/service-information/contents",
    "PANEL_SERVICE_INFORMATION",
    () => import("../../features/admin/service-information/contents/pages"),
    contentSearch,
  ),
  ...recordRoutes(
    "/admin/service-information/searches",
    "PANEL_SERVICE_INFORMATION",
    () => import("../../features/admin/service-information/AppointmentSearches"),
  ),
  ...recordRoutes(
    "/admin/service-information/schedules",
    "PANEL_SERVICE_INFORMATION",
    () => import("../../features/admin/service-information/Schedules"),
  ),
  ...recordRoutes(
    "/admin/service-information/roles",
    "PANEL_SERVICE_INFORMATION",
    () => import("../../features/admin/service-information/BookingRoles"),
  ),
  ...recordRoutes(
    "/admin/service-information/integrations",
    "PANEL_CONTENT_INTEGRATIONS",
    () => import("../../features/admin/service-information/Integrations"),
  ),
  remoteAccess,
  ...recordRoutes("/admin/chat", "PANEL_CHAT_QUEUES", () => import("../../features/admin/chat-queues/ChatQueues")),
  chatSchedule,
  ...queueRoutes(
    "/admin/inbox/categories",
    ["subcategories/new", "subcategories/$subcategoryId/edit"],
    "PANEL_INBOX_CATEGORIES",
    async () => (await import("../../features/admin/queues/pages")).inboxPages,
  ),
  ...queueRoutes(
    "/admin/tasks/service-categories",
    ["task-queues/new", "task-queues/$taskQueueId/edit"],
    "PANEL_TASKS",
    async () => (await import("../../features/admin/queues/pages")).tasksPages,
  ),
  professionals,
  accessExplanation,
  ...recordRoutes(
    "/admin/iam/integrators",
    "PANEL_INTEGRATOR_CREDENTIALS",
    () => import("../../features/admin/integrators/Integrators"),
  ),
  content,
  markdownGuide,
] as const;
