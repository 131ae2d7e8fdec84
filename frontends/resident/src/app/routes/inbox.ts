/** Messages: the list, a new one in steps, one conversation. */
import { asksAhead } from "@kajo/shared/app";
import { createRoute, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import { signedIn } from "./root";

const newMessageAhead = asksAhead(() => import("../../features/new-message/ahead"));

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/inbox",
  component: Outlet,
  staticData: { menu: { at: 2, label: "nav.inbox", icon: Mail } },
});

const list = createRoute({
  getParentRoute: () => inbox,
  path: "/",
  ...asksAhead(() => import("../../features/inbox/ahead")),
  component: lazyRouteComponent(() => import("../../features/inbox/InboxPage"), "InboxPage"),
});

const chooseCategory = createRoute({
  getParentRoute: () => inbox,
  path: "/new",
  ...newMessageAhead,
  component: lazyRouteComponent(() => import("../../features/new-message/ChooseCategoryPage"), "ChooseCategoryPage"),
});

const chooseSubcategory = createRoute({
  getParentRoute: () => inbox,
  path: "/category/$categoryId/none/messages",
  ...newMessageAhead,
  component: lazyRouteComponent(
    () => import("../../features/new-message/ChooseSubcategoryPage"),
    "ChooseSubcategoryPage",
  ),
});

const write = createRoute({
  getParentRoute: () => inbox,
  path: "/category/$categoryId/$subCategoryId/messages",
  ...newMessageAhead,
  component: lazyRouteComponent(() => import("../../features/new-message/WritePage"), "WritePage"),
});

const conversation = createRoute({
  getParentRoute: () => inbox,
  path: "/conversation/$conversationId/messages",
  // `sent`: a form was sent a moment ago, which this is about.
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: true } => (sent === true ? { sent } : {}),
  ...asksAhead(() => import("../../features/conversation/ahead")),
  component: lazyRouteComponent(() => import("../../features/conversation/ConversationPage"), "ConversationPage"),
});

/** What a professional has given the person to do. */
export const taskRoute = createRoute({
  getParentRoute: () => signedIn,
  path: "/task/$taskId",
  staticData: { within: "/" },
  ...asksAhead(() => import("../../features/task/ahead")),
  component: lazyRouteComponent(() => import("../../features/task/TaskPage"), "TaskPage"),
});

const messageSent = createRoute({
  getParentRoute: () => inbox,
  path: "/conversation/$conversationId/message-sent",
  component: lazyRouteComponent(() => import("../../features/new-message/MessageSentPage"), "MessageSentPage"),
});

export const inboxRoutes = inbox.addChildren([
  list,
  chooseCategory,
  chooseSubcategory,
  write,
  conversation,
  messageSent,
]);
