/** Chat queues, for everybody: who is not signed in sees those that are open to them. A chat, for who joined it, also in a visit. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { triageSearch } from "../../features/triage/search";
import { root } from "./root";

export const chatRoute = createRoute({
  getParentRoute: () => root,
  path: "/chat",
  staticData: { access: "everybody" },
  component: lazyRouteComponent(() => import("../../features/chat/ChatPage"), "ChatPage"),
});

export const chatRoomRoute = createRoute({
  getParentRoute: () => root,
  path: "/chat/$chatId",
  component: lazyRouteComponent(() => import("../../features/chat/ChatRoomPage"), "ChatRoomPage"),
});

/** What was said in a chat, to be read and printed when it is over. */
export const transcriptRoute = createRoute({
  getParentRoute: () => root,
  path: "/events/transcript/$chatEventId",
  component: lazyRouteComponent(() => import("../../features/chat/TranscriptPage"), "TranscriptPage"),
});

/** Symptoms are assessed before one joins a queue that asks for it, also in a visit. */
export const triageRoute = createRoute({
  getParentRoute: () => root,
  path: "/triage/$chatQueueId",
  validateSearch: triageSearch,
  component: lazyRouteComponent(() => import("../../features/triage/TriagePage"), "TriagePage"),
});
