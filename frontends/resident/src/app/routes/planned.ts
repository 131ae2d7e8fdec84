/** Routes (NAV-01) whose screens say what will be there. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { PlannedScreen } from "../../features/planned/screens";
import { signedIn } from "./root";

const component = lazyRouteComponent(() => import("../../features/planned/ResidentPlannedPage"), "ResidentPlannedPage");

function forSignedIn<const Path extends string>(path: Path, planned: PlannedScreen) {
  return createRoute({ getParentRoute: () => signedIn, path, component, staticData: { planned } });
}

export const plannedRoutes = [forSignedIn("/triage/$chatQueueId", "triage")] as const;
