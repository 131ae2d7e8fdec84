/** Digital paths in the admin panel: found, built, and the categories that they belong to. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Route } from "lucide-react";
import { recordSearch } from "../../features/admin/module/search";
import { admin } from "./root";

const ofPaths = { within: "/admin/digipaths/v2", panel: "PANEL_DIGITAL_PATHS" } as const;

const eventPaths = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths",
  staticData: ofPaths,
  validateSearch: recordSearch,
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/PathsPage"), "EventPathsPage"),
});

const eventPathNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths/new",
  staticData: ofPaths,
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/PathPage"), "NewEventPathPage"),
});

const eventPath = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths/$id",
  staticData: ofPaths,
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/PathPage"), "EventPathPage"),
});

const list = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths/v2",
  staticData: { menu: { at: 6, label: "menu.carePaths", icon: Route }, panel: "PANEL_DIGITAL_PATHS" },
  validateSearch: recordSearch,
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/PathsPage"), "BlockPathsPage"),
});

const pathNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths/v2/new",
  staticData: { panel: "PANEL_DIGITAL_PATHS" },
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/PathPage"), "NewBlockPathPage"),
});

const path = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths/v2/$id",
  staticData: { panel: "PANEL_DIGITAL_PATHS" },
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/PathPage"), "BlockPathPage"),
});

const categories = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths/categories",
  staticData: ofPaths,
  validateSearch: recordSearch,
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/Categories"), "listPage"),
});

const categoryNew = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths/categories/new",
  staticData: ofPaths,
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/Categories"), "newPage"),
});

const category = createRoute({
  getParentRoute: () => admin,
  path: "/admin/digipaths/categories/$id",
  staticData: ofPaths,
  component: lazyRouteComponent(() => import("../../features/admin/digipaths/Categories"), "recordPage"),
});

export const digipathRoutes = [
  eventPaths,
  eventPathNew,
  eventPath,
  list,
  pathNew,
  path,
  categories,
  categoryNew,
  category,
] as const;
