/**
 * Texts that come with the code that shows them. A page begins with the texts that its app needs from the start; those of an area
 * are fetched beside the area's code, by `withTexts`, which the build puts around each `import()` (tools/i18n/text-parts.mjs).
 * The development server and the tests have all texts at once.
 */
import { useSyncExternalStore } from "react";
import type { IntlShape } from "react-intl";
import { addTexts, type Catalogue, createPlatformIntl } from "./intl";
import type { Language } from "./languages";

/** What the catalogue of a language exports. */
export interface CatalogueModule {
  readonly default: unknown;
  /** Where the build left the texts of areas out: what fetches them, by area. */
  readonly parts?: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>;
}

interface Spoken {
  readonly intl: IntlShape;
  readonly parts: NonNullable<CatalogueModule["parts"]>;
  /** Once why calls are refused has been asked for. */
  reasons?: Promise<void>;
}

/** A page keeps its language: another one is another page. */
let spoken: Promise<Spoken> | undefined;

/** Settles the language of the page. Before any code is asked for that brings texts along. */
export async function speak(language: Language, catalogue: Promise<CatalogueModule>): Promise<IntlShape> {
  spoken = catalogue.then(({ default: texts, parts = {} }) => ({
    intl: createPlatformIntl(language, texts as Catalogue),
    parts,
  }));
  return (await spoken).intl;
}

/** The part with why calls are refused (tools/i18n/areas.mjs). */
const reasons = "reasons";

/** How often reasons have come, and who draws anew when they do. */
let came = 0;
const drawing = new Set<() => void>();

/** Fetches why calls are refused, before a refusal is shown. Where that fails, the kind of the failure is told in its place. */
export async function reasonTexts(): Promise<void> {
  const page = await spoken;
  if (page === undefined || !(reasons in page.parts)) return;
  page.reasons ??= fetchTexts(reasons).then(tellThatReasonsCame, () => {
    delete page.reasons;
  });
  await page.reasons;
}

function tellThatReasonsCame(): void {
  came += 1;
  for (const draw of drawing) draw();
}

function onReasons(draw: () => void): () => void {
  drawing.add(draw);
  return () => drawing.delete(draw);
}

const reasonsCame = () => came;

/** For who shows why something is refused: draws anew when the texts come that say so. Answers with what asks for them. */
export function useReasonTexts(): () => void {
  useSyncExternalStore(onReasons, reasonsCame, reasonsCame);
  return askForReasons;
}

const askForReasons = () => void reasonTexts();

/** Fetches code together with the texts of areas; it is there when both are. */
export async function withTexts<Module>(areas: readonly string[], code: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code(), ...areas.map(fetchTexts)]);
  return module;
}

async function fetchTexts(area: string): Promise<void> {
  if (!spoken) throw new Error(`texts of ${area} are asked for before the language is known`);
  const { intl, parts } = await spoken;
  const part = parts[area];
  if (!part) throw new Error(`there are no texts of ${area}`);
  addTexts(intl, (await part()).default as Catalogue);
}
