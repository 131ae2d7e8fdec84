/** The trunk of the route tree: everybody's, and what needs somebody signed in. */
import type { RouterContext } from "@kajo/shared/app";
import { createRootRouteWithContext, createRoute } from "@tanstack/react-router";
import { drawingAhead } from "../../features/documents/drawing";
import { Root } from "../Root";
import { SignedIn } from "../SignedIn";

export const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  loader: drawingAhead,
  // Once: what comes later is fetched where it is drawn.
  staleTime: Number.POSITIVE_INFINITY,
});

export const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: SignedIn });
