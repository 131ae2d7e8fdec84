/** Routes of the specification (section 2) whose screens say what will be there. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { PlannedScreen } from "../../features/planned/screens";
import { root, signedIn } from "./root";

const component = lazyRouteComponent(() => import("../../features/planned/ResidentPlannedPage"), "ResidentPlannedPage");

function forEverybody<const Path extends string>(path: Path, planned: PlannedScreen) {
  return createRoute({ getParentRoute: () => root, path, component, staticData: { planned } });
}

function forSignedIn<const Path extends string>(path: Path, planned: PlannedScreen) {
  return createRoute({ getParentRoute: () => signedIn, path, component, staticData: { planned } });
}

export const publicPlannedRoutes = [
  forEverybody("/privacy-policy", "privacy"),
  forEverybody("/feedback", "feedback"),
  // In the address: lomakkeet, enkater (i18n/rewrite.ts).
  forEverybody("/forms", "forms"),
  forEverybody("/chat", "chat"),
  forEverybody("/meetup/$invitationId", "meetup"),
] as const;

export const plannedRoutes = [
  forSignedIn("/applications", "applications"),
  forSignedIn("/applications/$categoryId", "applications"),
  forSignedIn("/book-appointment", "booking"),
  forSignedIn("/appointment/$appointmentId/cancel", "cancelAppointment"),
  forSignedIn("/appointment/$appointmentId/preparation-instructions", "preparation"),
  forSignedIn("/triage/$chatQueueId", "triage"),
  forSignedIn("/events", "events"),
  forSignedIn("/events/labresults/$labResultId", "labResult"),
  forSignedIn("/events/prescriptions/$prescriptionId", "prescription"),
  forSignedIn("/events/transcript/$chatEventId", "transcript"),
  forSignedIn("/task/$taskId", "task"),
  forSignedIn("/content/$contentId", "content"),
  forSignedIn("/surveys", "surveys"),
  forSignedIn("/surveys/omavointi", "selfCare"),
  forSignedIn("/surveys/omavointi/$surveyId", "selfCare"),
  forSignedIn("/online-encounter", "onlineEncounter"),
  forSignedIn("/settings/notifications", "notifications"),
] as const;
