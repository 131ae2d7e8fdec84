/**
 * What a page shows first is asked for while the page's own code is on its way: `...asksAhead(() => import("../../features/inbox/ahead"))`
 * in its route. On the way there alone: a hover fetches code and calls nobody, since a call may leave a line in somebody's access log.
 */
import { knownSession, sessionApi } from "../session/api";
import type { AppStore } from "./store";

/** What the router hands to every route. */
export interface RouterContext {
  readonly store: AppStore;
}

/** `endpoint.initiate(..)`. */
type Query<T> = (...thunk: never) => PromiseLike<{ readonly data?: T }> & { unsubscribe(): void };

/** Asks, and answers with what came; undefined where nothing did, or nothing is to be asked. */
export type Ask = <T>(query: Query<T> | undefined) => Promise<T | undefined>;

/** Where somebody goes. */
export interface Going {
  readonly params: Readonly<Record<string, string>>;
  readonly search: Record<string, unknown>;
}

export interface AheadModule {
  readonly ahead: (ask: Ask, going: Going) => unknown;
}

interface Loading {
  readonly context: RouterContext;
  readonly params: Going["params"];
  readonly location: { readonly search: Going["search"] };
}

interface AskingAhead {
  readonly preload: false;
  /** Says nothing of what it is given: the types of a route follow from its path alone. */
  readonly loader: () => void;
}

/** What was asked for is kept until somebody goes on: by then the page holds what it shows itself. */
let held: (() => void)[] = [];

/** On the way to another page: what comes late for the one before is not asked for any more. */
export function letGo(): void {
  const before = held;
  held = [];
  for (const release of before) release();
}

/** `loader` of a route; its code holds the queries, not the page. */
export function asksAhead(code: () => Promise<AheadModule>): AskingAhead {
  return {
    // The code of the page is fetched all the same.
    preload: false,
    loader: ((loading: Loading) => {
      // What cannot be had the page asks for itself, and tells of it.
      askAhead(code, loading).catch(() => {});
    }) as () => void,
  };
}

async function askAhead(code: () => Promise<AheadModule>, { context, params, location }: Loading): Promise<void> {
  const { store } = context;
  const mine = held;
  const ask: Ask = async (query) => {
    if (held !== mine || query === undefined) return undefined;
    const asked = store.dispatch(query as never) as ReturnType<typeof query>;
    mine.push(() => asked.unsubscribe());
    return (await asked).data;
  };
  const [{ ahead }, isIn] = await Promise.all([code(), someoneIsIn(ask, store), import("../rpc/codec")]);
  if (isIn) await ahead(ask, { params, search: location.search });
}

/** Every call says whose data the tab shows, and that is known with the session. */
async function someoneIsIn(ask: Ask, store: AppStore): Promise<boolean> {
  const state = store.getState();
  const { lost, denied, entering, changed } = state.session;
  if (lost || denied || entering || changed) return false;
  return Boolean(knownSession(state) ?? (await ask(sessionApi.endpoints.getSession.initiate())));
}
