/** Kept in this browser while somebody waits or chats: only then the frame fetches what tells of it on other pages. */
import { useGetSessionQuery } from "@kajo/shared/session";
import { inBrowser } from "@kajo/shared/storage";
import { useSyncExternalStore } from "react";

/** Whose chats they are: one's own, or those of somebody for whom one acts. Nothing of who it is. */
export type Whose = "self" | "acting";

const names: Readonly<Record<Whose, string>> = { self: "kajo.chat.going-on", acting: "kajo.chat.going-on.acting" };

export const keptGoingOn = (whose: Whose) => inBrowser.get(names[whose]);
export const keepGoingOn = (whose: Whose, value: string) => inBrowser.set(names[whose], value);
export const forgetGoingOn = (whose: Whose) => inBrowser.remove(names[whose]);

/** Of everybody: who uses the browser next begins without it. */
export function forgetAllGoingOn(): void {
  forgetGoingOn("self");
  forgetGoingOn("acting");
}

const subscribeTo: Readonly<Record<Whose, (tell: () => void) => () => void>> = {
  self: (tell) => inBrowser.subscribe(names.self, tell),
  acting: (tell) => inBrowser.subscribe(names.acting, tell),
};

/** Whose matters this page shows. */
export const useWhose = (): Whose => (useGetSessionQuery().data?.impersonator === undefined ? "self" : "acting");

/** What is kept (noted.ts); undefined: nobody has anything going on. Another tab may change it, and this one with its next step. */
export function useGoingOn(): string | undefined {
  const whose = useWhose();
  const kept = () => keptGoingOn(whose);
  return useSyncExternalStore(subscribeTo[whose], kept, kept);
}
