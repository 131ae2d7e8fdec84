/** Every route of the app, written without its language: `rewrite` takes that off and puts it back. */
import type { AppStore } from "@kajo/shared/app";
import { codeOf, NotFoundPage, UnexpectedErrorPage } from "@kajo/shared/errors";
import { type Language, languageRewrite } from "@kajo/shared/i18n";
import { type AnyRouter, createRouter, type RouterHistory } from "@tanstack/react-router";
import { applicationRoutes } from "./routes/applications";
import { appointmentRoutes, meetupRoute } from "./routes/appointments";
import { chatRoomRoute, chatRoute, transcriptRoute, triageRoute } from "./routes/chat";
import { contentRoute } from "./routes/contents";
import { eventsRoute } from "./routes/events";
import { formRoutes } from "./routes/forms";
import { healthRecordRoutes } from "./routes/health-records";
import { inboxRoutes, taskRoute } from "./routes/inbox";
import { profileRoutes, termsRoute } from "./routes/profile";
import { root, signedIn } from "./routes/root";
import { mobileRoutes, startRoutes } from "./routes/start";
import { surveyRoutes } from "./routes/surveys";

const routeTree = root.addChildren([
  ...startRoutes,
  ...formRoutes,
  termsRoute,
  chatRoute,
  chatRoomRoute,
  transcriptRoute,
  triageRoute,
  meetupRoute,
  signedIn.addChildren([
    inboxRoutes,
    taskRoute,
    eventsRoute,
    contentRoute,
    ...healthRecordRoutes,
    ...appointmentRoutes,
    ...surveyRoutes,
    ...applicationRoutes,
    ...mobileRoutes,
    ...profileRoutes,
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
export function createResidentRouter(language: Language, store: AppStore, history?: RouterHistory): AnyRouter {
  return build(language, store, history);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof build>;
  }
}
