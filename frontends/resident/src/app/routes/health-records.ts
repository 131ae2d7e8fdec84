/** A laboratory result and a prescription, of those that stand among the events. */
import { asksAhead } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./root";

const recordsAhead = asksAhead(() => import("../../features/health-records/ahead"));

const labResult = createRoute({
  getParentRoute: () => signedIn,
  path: "/events/labresults/$labResultId",
  ...recordsAhead,
  component: lazyRouteComponent(() => import("../../features/health-records/LabResultPage"), "LabResultPage"),
});

const prescription = createRoute({
  getParentRoute: () => signedIn,
  path: "/events/prescriptions/$prescriptionId",
  ...recordsAhead,
  component: lazyRouteComponent(() => import("../../features/health-records/PrescriptionPage"), "PrescriptionPage"),
});

export const healthRecordRoutes = [labResult, prescription] as const;
