/** Screens whose service does not exist yet. When it does, its line here goes. */
import type { MessageId } from "@kajo/shared/i18n";

export const plannedScreens = {
  triage: ["planned.triage.title", "planned.triage.text"],
} as const satisfies Record<string, readonly [title: MessageId, text: MessageId]>;

export type PlannedScreen = keyof typeof plannedScreens;

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Which planned screen a route shows. */
    readonly planned?: PlannedScreen;
  }
}
