/** Chat queues, for everybody: who is not signed in sees those that are open to them. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "./root";

export const chatRoute = createRoute({
  getParentRoute: () => root,
  path: "/chat",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/chat/ChatPage"), "ChatPage"),
});
