/** Kept in this browser while somebody waits or chats: only then the frame fetches what tells of it on other pages. */
import { useGetSessionQuery } from "@kajo/shared/session";
import { inBrowser } from "@kajo/shared/storage";
import { useCallback, useSyncExternalStore } from "react";

/** The end of an id tells a chat, or a person, from the few others that are kept here, and nobody finds them by that. */
export const tailOf = (id: string) => id.slice(-4);

/** Whose chats they are: one's own, or those of somebody for whom one acts. */
export type Whose = "self" | `acting.${string}`;

export const actingFor = (personId: string): Whose => `acting.${tailOf(personId)}`;

const beginning = "kajo.chat.going-on";

/** An answer that comes while the page is on its way out leaves nothing behind to who uses the browser next. */
let hasSignedOut = false;

const nameOf = (whose: Whose) => (whose === "self" ? beginning : `${beginning}.${whose}`);

export const keptGoingOn = (whose: Whose) => inBrowser.get(nameOf(whose));
export function keepGoingOn(whose: Whose, value: string): void {
  if (!hasSignedOut) inBrowser.set(nameOf(whose), value);
}
export const forgetGoingOn = (whose: Whose) => inBrowser.remove(nameOf(whose));

/** Of everybody: who uses the browser next begins without it. */
export function forgetAllGoingOn(): void {
  for (const name of inBrowser.names(beginning)) inBrowser.remove(name);
}

/** The same, for good: the person has signed out, and the page goes. */
export function forgetOnSignOut(): void {
  hasSignedOut = true;
  forgetAllGoingOn();
}

/** Whose matters this page shows. */
export function useWhose(): Whose {
  const { data: session } = useGetSessionQuery();
  return session?.impersonator === undefined ? "self" : actingFor(session.user.personId);
}

/** What is kept (noted.ts); undefined: nobody has anything going on. Another tab may change it, and this one with its next step. */
export function useGoingOn(): string | undefined {
  const whose = useWhose();
  const subscribe = useCallback((tell: () => void) => inBrowser.subscribe(nameOf(whose), tell), [whose]);
  const kept = () => keptGoingOn(whose);
  return useSyncExternalStore(subscribe, kept, kept);
}
