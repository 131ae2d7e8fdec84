/**
 * Every component in its states. What is shown stands in the address: ?entry=Button&language=sms&theme=dark&contrast=more,
 * and bare=1 leaves out the gallery's own frame, for pictures and audits (e2e/tests/gallery.test.ts). Those show several at
 * once: entry=Button,Card.
 */
import "../src/styles/index.css";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { CallContextProvider } from "../src/app/call-context";
import { createAppStore } from "../src/app/store";
import { type Catalogue, createPlatformIntl, languageConfig, languages } from "../src/i18n";
import { fetchFields } from "../src/questionnaire";
import type { GalleryEntries } from "./entry";
import { Gallery } from "./Gallery";

const wanted = new URLSearchParams(window.location.search);
const language = languages.find((each) => each === wanted.get("language")) ?? "fi";
const catalogues = import.meta.glob<{ default: Catalogue }>("../compiled/*.json");
const files = import.meta.glob<{ entries: GalleryEntries }>("./entries/*.tsx", { eager: true });
const entries: GalleryEntries = Object.assign({}, ...Object.values(files).map((file) => file.entries));

const fetchedLater = ["ITEM_TYPE_DATE", "ITEM_TYPE_INTEGER", "ITEM_TYPE_TIME"] as const;

async function start() {
  const { dataset } = document.documentElement;
  dataset.theme = wanted.get("theme") ?? "light";
  if (wanted.get("contrast") === "more") dataset.contrast = "more";
  document.documentElement.lang = languageConfig[language].iso;
  const catalogue = await catalogues[`../compiled/${language}.json`]?.();
  // What comes later would move what stands below it in the pictures.
  await fetchFields({ items: fetchedLater.map((type) => ({ type })) });
  // Nothing answers: what is shown comes from the entries.
  const never = () => new Promise<never>(() => {});
  const context = {
    transport: { unary: never, stream: never as never },
    language,
    expectsSession: false,
    wait: never,
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Gallery entries={entries} wanted={wanted} /> }),
    history: createMemoryHistory(),
  });
  const root = document.getElementById("root");
  if (!root) return;
  createRoot(root).render(
    <Provider store={createAppStore(context)}>
      <CallContextProvider value={context}>
        <RawIntlProvider value={createPlatformIntl(language, catalogue?.default ?? {})}>
          <RouterProvider router={router as never} />
        </RawIntlProvider>
      </CallContextProvider>
    </Provider>,
  );
}

void start();
