/** The trunk of the route tree: everybody's, who is signed in, who works somewhere, who administers. */
import { createRootRoute, createRoute } from "@tanstack/react-router";
import { AdminOnly, SystemOnly } from "../../features/admin/AdminOnly";
import { CareOnly } from "../../features/work-context/CareOnly";
import { Overseen } from "../Overseen";
import { Ready } from "../Ready";
import { Root } from "../Root";
import { SignedIn } from "../SignedIn";

export const root = createRootRoute({ component: Root });

export const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: SignedIn });

/** Below needs role and work location. */
export const ready = createRoute({ getParentRoute: () => signedIn, id: "ready", component: Ready });

/** Below is for those who care for patients, and needs role and work location: nobody is asked for a choice that leads nowhere. */
export const care = createRoute({
  getParentRoute: () => signedIn,
  id: "care",
  component: () => (
    <CareOnly>
      <Ready />
    </CareOnly>
  ),
});

/** Below needs the level of a responsible user or administrator; no work location (spec section 2, Login). */
export const admin = createRoute({ getParentRoute: () => signedIn, id: "admin", component: AdminOnly });

/** Below is what the server shows to responsible users at work, and to administrators always. */
export const overseen = createRoute({ getParentRoute: () => admin, id: "overseen", component: Overseen });

/** Below is what administrators alone keep. */
export const system = createRoute({ getParentRoute: () => admin, id: "system", component: SystemOnly });
