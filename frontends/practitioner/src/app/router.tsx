/** Every route of the app, written without its language: `rewrite` takes that off and puts it back. */
import type { AppStore } from "@kajo/shared/app";
import { codeOf, NotFoundPage, UnexpectedErrorPage } from "@kajo/shared/errors";
import { type Language, languageRewrite } from "@kajo/shared/i18n";
import { type AnyRouter, createRouter, type RouterHistory } from "@tanstack/react-router";
import { adminRoutes } from "./routes/admin";
import { digipathRoutes } from "./routes/digipaths";
import { plannedAdminRoutes } from "./routes/planned";
import { admin, ready, root, signedIn } from "./routes/root";
import { surveyResultRoutes } from "./routes/survey-results";
import { surveyRoutes } from "./routes/surveys";
import { publicRoutes, readyRoutes, signedInRoutes } from "./routes/work";

const routeTree = root.addChildren([
  ...publicRoutes,
  signedIn.addChildren([
    ...signedInRoutes,
    ready.addChildren([...readyRoutes, ...surveyResultRoutes]),
    admin.addChildren([...adminRoutes, ...surveyRoutes, ...digipathRoutes, ...plannedAdminRoutes]),
  ]),
]);

function build(language: Language, store: AppStore, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { store },
    rewrite: languageRewrite(language),
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ({ error }) => <UnexpectedErrorPage code={codeOf(error)} />,
  });
}

/** `history` where there is no browser. */
export function createPractitionerRouter(language: Language, store: AppStore, history?: RouterHistory): AnyRouter {
  return build(language, store, history);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof build>;
  }
}
