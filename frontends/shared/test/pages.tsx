/** Opens pages of an app as somebody who is signed in: the real router and store, over a transport that the test answers for. */
import { type AnyRouter, createMemoryHistory, type RouterHistory } from "@tanstack/react-router";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, vi } from "vitest";
import { letGo } from "../src/app/ahead";
import { App } from "../src/app/providers";
import { type AppStore, createAppStore } from "../src/app/store";
import { type Catalogue, type CatalogueModule, createPlatformIntl, type Language } from "../src/i18n";
import { CallError } from "../src/rpc/transport";
import "./dialogs";
import { fakeTransport, type SeenCall } from "./fake-transport";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// What jsdom does not have: no layout, so nothing to scroll to and no window that could be narrow.
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= () =>
  ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList;

/** An id of whatever is asked for. */
export const id = "0190f5a0-0000-7000-8000-000000000001";

const eino = {
  user: {
    name: { text: "Eino Saarinen", given: "Eino", family: "Saarinen" },
    identifier: { system: "test", value: "eino" },
    personId: id,
  },
};

/** A machine that others use as well may stand still for a while. */
const patienceMs = 10_000;

/** An answer of the transport that is none. */
export function fails(code: number): () => never {
  return () => {
    throw new CallError(code, "");
  };
}

/** Waits until it holds, with what the page still does on its way: all of it within `act`, also between two looks. */
export async function until(check: () => void): Promise<void> {
  const last = Date.now() + patienceMs;
  for (;;) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve));
    });
    try {
      check();
      return;
    } catch (unmet) {
      if (Date.now() > last) throw unmet;
    }
  }
}

interface AppUnderTest {
  readonly createRouter: (language: Language, store: AppStore, history: RouterHistory) => AnyRouter;
  readonly loadCatalogue: (language: Language) => Promise<CatalogueModule>;
}

/** For the tests of one file. */
export function pagesOf({ createRouter, loadCatalogue }: AppUnderTest) {
  let root: Root | undefined;

  const close = async () => {
    await act(async () => root?.unmount());
    root = undefined;
    document.body.replaceChildren();
  };

  beforeEach(() => {
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(eino)));
  });

  afterEach(async () => {
    await close();
    vi.unstubAllGlobals();
  });

  /** What an app does before it draws anything; the page before it is closed. */
  const arrive = async (path: string, answer: (call: SeenCall) => unknown, language: Language = "fi") => {
    await close();
    const { transport, calls } = fakeTransport(answer);
    const context = { transport, language, expectsSession: true, wait: async () => {} };
    const store = createAppStore(context);
    const router = createRouter(language, store, createMemoryHistory({ initialEntries: [`/${language}${path}`] }));
    router.subscribe("onBeforeNavigate", letGo);
    const [catalogue] = await Promise.all([loadCatalogue(language), router.load()]);
    const draw = async () => {
      const place = document.createElement("div");
      document.body.append(place);
      root = createRoot(place);
      const intl = createPlatformIntl(language, catalogue.default as Catalogue);
      await act(async () => root?.render(<App context={context} intl={intl} router={router} store={store} />));
    };
    return { router, store, calls, draw };
  };

  /** Opens an address. Answers with what the page stands on. */
  const open = async (path: string, answer: (call: SeenCall) => unknown, language?: Language) => {
    const page = await arrive(path, answer, language);
    await page.draw();
    return page;
  };

  return { arrive, open };
}

/** Every address that a router knows, with an id where one belongs. */
export function pathsOf(createRouter: AppUnderTest["createRouter"]): readonly string[] {
  const store = createAppStore({
    transport: fakeTransport().transport,
    language: "fi",
    expectsSession: false,
    wait: async () => {},
  });
  return Object.keys(createRouter("fi", store, createMemoryHistory()).routesByPath)
    .map((path) => path.replace("$step", "contact-info").replaceAll(/\$\w+/g, id))
    .toSorted();
}
