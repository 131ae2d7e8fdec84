/** Routes of the specification (section 2) whose screens say what will be there. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { PlannedScreen } from "../../features/planned/screens";
import { admin, care } from "./root";

const component = lazyRouteComponent(
  () => import("../../features/planned/PractitionerPlannedPage"),
  "PractitionerPlannedPage",
);

function forWork<const Path extends string>(path: Path, planned: PlannedScreen) {
  return createRoute({ getParentRoute: () => care, path, component, staticData: { planned } });
}

function forAdmin<const Path extends string>(path: Path, planned: PlannedScreen) {
  return createRoute({ getParentRoute: () => admin, path, component, staticData: { planned } });
}

export const plannedWorkRoutes = [
  forWork("/chat", "chat"),
  forWork("/appointments", "appointments"),
  forWork("/appointments/new", "appointmentNew"),
  forWork("/appointments/$appointmentId", "appointment"),
  forWork("/surveys/$patientId/responses/$surveyId/$responseId", "surveyResponse"),
] as const;

export const plannedAdminRoutes = [
  forAdmin("/admin/chat", "chatQueues"),
  forAdmin("/admin/chat/new", "chatQueueNew"),
  forAdmin("/admin/chat/schedule", "chatSchedule"),
  forAdmin("/admin/chat/$chatQueueId", "chatQueue"),
  forAdmin("/admin/digipaths", "digipaths"),
  forAdmin("/admin/digipaths/v2", "digipathsV2"),
  forAdmin("/admin/landing-page", "landingPage"),
  forAdmin("/admin/markdown", "markdown"),
  forAdmin("/admin/service-information", "serviceInformation"),
  forAdmin("/admin/surveys", "surveys"),
  forAdmin("/admin/surveys/access", "surveyAccess"),
  forAdmin("/admin/inbox/categories", "inboxCategories"),
  forAdmin("/admin/inbox/categories/new", "inboxCategoryNew"),
  forAdmin("/admin/inbox/categories/$categoryId/edit", "inboxCategory"),
  forAdmin("/admin/inbox/categories/$categoryId/subcategories/new", "inboxSubcategoryNew"),
  forAdmin("/admin/inbox/categories/$categoryId/subcategories/$subcategoryId/edit", "inboxSubcategory"),
  forAdmin("/admin/tasks/service-categories", "taskCategories"),
  forAdmin("/admin/tasks/service-categories/new", "taskCategoryNew"),
  forAdmin("/admin/tasks/service-categories/$categoryId/edit", "taskCategory"),
  forAdmin("/admin/tasks/service-categories/$categoryId/task-queues/new", "taskQueueNew"),
  forAdmin("/admin/tasks/service-categories/$categoryId/task-queues/$taskQueueId/edit", "taskQueue"),
] as const;
