/** The trunk of the route tree: everybody's, who is signed in, who works somewhere, who administers. */
import type { RouterContext } from "@kajo/shared/app";
import { createRootRouteWithContext, createRoute } from "@tanstack/react-router";
import { PanelOnly } from "../../features/admin/PanelOnly";
import { Ready } from "../Ready";
import { Root } from "../Root";
import { SignedIn } from "../SignedIn";

export const root = createRootRouteWithContext<RouterContext>()({ component: Root });

export const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: SignedIn });

/** Below needs role and work location, whatever the level. */
export const ready = createRoute({ getParentRoute: () => signedIn, id: "ready", component: Ready });

/** Below is the admin panel, for who may open the module that a page names; no work location (IDN-05). */
export const admin = createRoute({ getParentRoute: () => signedIn, id: "admin", component: PanelOnly });
