/** Every route of the app, written without its language: `rewrite` takes that off and puts it back. */
import { codeOf, NotFoundPage, UnexpectedErrorPage } from "@kajo/shared/errors";
import { type Language, languageRewrite } from "@kajo/shared/i18n";
import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from "@tanstack/react-router";
import { LanguagePage } from "../features/start/LanguagePage";
import { LoginPage } from "../features/start/LoginPage";
import { Root } from "./Root";
import { SignedIn } from "./SignedIn";

const root = createRootRoute({ component: Root });

const authentication = createRoute({
  getParentRoute: () => root,
  path: "/authentication",
  component: LoginPage,
  validateSearch: (search: Record<string, unknown>): { returnTo?: string } =>
    typeof search["returnTo"] === "string" ? { returnTo: search["returnTo"] } : {},
});

const language = createRoute({ getParentRoute: () => root, path: "/language", component: LanguagePage });

/** Everything below needs somebody signed in. */
const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: SignedIn });

const landing = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  component: lazyRouteComponent(() => import("../features/start/LandingPage"), "LandingPage"),
});

const inbox = createRoute({ getParentRoute: () => signedIn, path: "/inbox", component: Outlet });

const inboxList = createRoute({
  getParentRoute: () => inbox,
  path: "/",
  component: lazyRouteComponent(() => import("../features/inbox/InboxPage"), "InboxPage"),
});

const newMessage = createRoute({
  getParentRoute: () => inbox,
  path: "/new",
  component: lazyRouteComponent(() => import("../features/new-message/ChooseCategoryPage"), "ChooseCategoryPage"),
});

const chooseSubcategory = createRoute({
  getParentRoute: () => inbox,
  path: "/category/$categoryId/none/messages",
  component: lazyRouteComponent(() => import("../features/new-message/ChooseSubcategoryPage"), "ChooseSubcategoryPage"),
});

const writeMessage = createRoute({
  getParentRoute: () => inbox,
  path: "/category/$categoryId/$subCategoryId/messages",
  component: lazyRouteComponent(() => import("../features/new-message/WritePage"), "WritePage"),
});

const conversation = createRoute({
  getParentRoute: () => inbox,
  path: "/conversation/$conversationId/messages",
  component: lazyRouteComponent(() => import("../features/conversation/ConversationPage"), "ConversationPage"),
});

const messageSent = createRoute({
  getParentRoute: () => inbox,
  path: "/conversation/$conversationId/message-sent",
  component: lazyRouteComponent(() => import("../features/new-message/MessageSentPage"), "MessageSentPage"),
});

const routeTree = root.addChildren([
  authentication,
  language,
  signedIn.addChildren([
    landing,
    inbox.addChildren([inboxList, newMessage, chooseSubcategory, writeMessage, conversation, messageSent]),
  ]),
]);

function build(language: Language) {
  return createRouter({
    routeTree,
    rewrite: languageRewrite(language),
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ({ error }) => <UnexpectedErrorPage code={codeOf(error)} />,
  });
}

export function createResidentRouter(language: Language): AnyRouter {
  return build(language);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof build>;
  }
}
