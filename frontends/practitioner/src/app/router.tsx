/** Every route of the app, written without its language: `rewrite` takes that off and puts it back. */
import { codeOf, NotFoundPage, UnexpectedErrorPage } from "@kajo/shared/errors";
import { type Language, languageRewrite } from "@kajo/shared/i18n";
import { type AnyRouter, createRouter } from "@tanstack/react-router";
import { adminRoutes, overseenRoutes, systemRoutes } from "./routes/admin";
import { plannedAdminRoutes, plannedWorkRoutes } from "./routes/planned";
import { admin, care, overseen, ready, root, signedIn, system } from "./routes/root";
import { careRoutes, publicRoutes, readyRoutes, signedInRoutes } from "./routes/work";

const routeTree = root.addChildren([
  ...publicRoutes,
  signedIn.addChildren([
    ...signedInRoutes,
    ready.addChildren([...readyRoutes, care.addChildren([...careRoutes, ...plannedWorkRoutes])]),
    admin.addChildren([
      ...adminRoutes,
      ...plannedAdminRoutes,
      overseen.addChildren([...overseenRoutes]),
      system.addChildren([...systemRoutes]),
    ]),
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

export function createPractitionerRouter(language: Language): AnyRouter {
  return build(language);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof build>;
  }
}
