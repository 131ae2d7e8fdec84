/** Chat queues, for everybody: who is not signed in sees those that are open to them. A chat, for who joined. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root, signedIn } from "./root";

export const chatRoute = createRoute({
  getParentRoute: () => root,
  path: "/chat",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/chat/ChatPage"), "ChatPage"),
});

export const chatRoomRoute = createRoute({
  getParentRoute: () => signedIn,
  path: "/chat/$chatId",
  component: lazyRouteComponent(() => import("../../features/chat/ChatRoomPage"), "ChatRoomPage"),
});
