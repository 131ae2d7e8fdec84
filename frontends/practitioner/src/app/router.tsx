/** Every route of the app, written without its language: `rewrite` takes that off and puts it back. */
import { codeOf, NotFoundPage, UnexpectedErrorPage } from "@kajo/shared/errors";
import { type Language, languageRewrite } from "@kajo/shared/i18n";
import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { inboxSearch } from "../features/inbox/search";
import { LoginPage } from "../features/start/LoginPage";
import { Ready } from "./Ready";
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

/** Everything below needs somebody signed in. */
const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: SignedIn });

const workContext = createRoute({
  getParentRoute: () => signedIn,
  path: "/work-context",
  component: lazyRouteComponent(() => import("../features/work-context/WorkContextPage"), "WorkContextPage"),
});

/** Everything below needs role and work location. */
const ready = createRoute({ getParentRoute: () => signedIn, id: "ready", component: Ready });

const home = createRoute({
  getParentRoute: () => ready,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/inbox" });
  },
});

const inbox = createRoute({
  getParentRoute: () => ready,
  path: "/inbox",
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import("../features/inbox/InboxPage"), "InboxPage"),
});

const routeTree = root.addChildren([
  authentication,
  signedIn.addChildren([workContext, ready.addChildren([home, inbox])]),
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

export function createPractitionerRouter(language: Language): AnyRouter {
  return build(language);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof build>;
  }
}
