/**
 * What was published last, as this browser has heard of it: public words, by kind and language. They stand when a page is drawn, also while
 * content is away; what is new since comes once, and what is answered no more is forgotten. Before anything was published, and where a page
 * is rendered ahead, there is nothing: the app's own words stand there.
 */
import type { DocumentWords } from "@kajo/shared/documents";
import { type Language, useLanguage } from "@kajo/shared/i18n";
import type { DrawnDocumentJson, PublishedDocumentJson } from "@kajo/shared/rpc";
import { inBrowser } from "@kajo/shared/storage";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Kind } from "./kinds";

const beginning = "kajo.documents.";

const nameOf = (language: Language, kind: Kind) => `${beginning}${language}.${kind}`;

/** Who draws what is remembered in this tab. */
const drawing = new Set<() => void>();

export const remembersAny = () => inBrowser.names(beginning).length > 0;

/** Keeps what was answered when these kinds were asked for. */
export function remember(
  language: Language,
  kinds: readonly Kind[],
  published: readonly PublishedDocumentJson[],
): void {
  for (const kind of kinds) {
    const words = published.find((each) => each.kind === kind)?.words;
    keep(nameOf(language, kind), words && JSON.stringify(words));
  }
  for (const draw of drawing) draw();
}

/** What stays as it is moves nothing in other tabs either. */
function keep(name: string, value: string | undefined): void {
  if (value === inBrowser.get(name)) return;
  if (value === undefined) inBrowser.remove(name);
  else inBrowser.set(name, value);
}

function wordsOf(kept: string | undefined): DocumentWords | undefined {
  if (kept === undefined) return undefined;
  try {
    const { language = "", title = "", text, linkText = "", linkUrl = "" } = JSON.parse(kept) as DrawnDocumentJson;
    return { language, title, text, linkText, linkUrl };
  } catch {
    return undefined;
  }
}

const nothing = () => undefined;

/** In the reader's language; undefined: nothing was published. */
export function useRemembered(kind: Kind): DocumentWords | undefined {
  const name = nameOf(useLanguage(), kind);
  const subscribe = useCallback(
    (draw: () => void) => {
      drawing.add(draw);
      const unsubscribe = inBrowser.subscribe(name, draw);
      return () => {
        drawing.delete(draw);
        unsubscribe();
      };
    },
    [name],
  );
  const kept = useSyncExternalStore(subscribe, () => inBrowser.get(name), nothing);
  return useMemo(() => wordsOf(kept), [kept]);
}

/** `lang` of words that are not in the reader's language, so that a screen reader changes its voice. */
export function useLangOf(words: DocumentWords | undefined): string | undefined {
  const own = useLanguage();
  return words?.language === own ? undefined : words?.language;
}
