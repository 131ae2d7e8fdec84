/** Messages: the list, a new one in steps, one conversation. */
import { createRoute, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { signedIn } from "./root";

const inbox = createRoute({ getParentRoute: () => signedIn, path: "/inbox", component: Outlet });

const list = createRoute({
  getParentRoute: () => inbox,
  path: "/",
  component: lazyRouteComponent(() => import("../../features/inbox/InboxPage"), "InboxPage"),
});

const chooseCategory = createRoute({
  getParentRoute: () => inbox,
  path: "/new",
  component: lazyRouteComponent(() => import("../../features/new-message/ChooseCategoryPage"), "ChooseCategoryPage"),
});

const chooseSubcategory = createRoute({
  getParentRoute: () => inbox,
  path: "/category/$categoryId/none/messages",
  component: lazyRouteComponent(
    () => import("../../features/new-message/ChooseSubcategoryPage"),
    "ChooseSubcategoryPage",
  ),
});

const write = createRoute({
  getParentRoute: () => inbox,
  path: "/category/$categoryId/$subCategoryId/messages",
  component: lazyRouteComponent(() => import("../../features/new-message/WritePage"), "WritePage"),
});

const conversation = createRoute({
  getParentRoute: () => inbox,
  path: "/conversation/$conversationId/messages",
  component: lazyRouteComponent(() => import("../../features/conversation/ConversationPage"), "ConversationPage"),
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
