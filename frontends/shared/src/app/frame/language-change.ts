/**
 * Another language is another page: the browser forgets where the focus was. Remembered over the load, so that what the person
 * pressed has it again and says, in the new language, what happened.
 */
import { useEffect, useState } from "react";
import { type Language, useLanguage } from "../../i18n";
import { inTab } from "../../storage/kept";

const key = "kajo.language-change";

/** Before the browser goes: `place` is where the person chose the language. */
export function noteLanguageChange(place: string, language: Language): void {
  inTab.set(key, `${place} ${language}`);
}

/** Whether the person has just come to this language in `place`; told once, after the first picture. */
export function useLanguageChange(place: string): boolean {
  const language = useLanguage();
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    // A moment later: what announces has to stand there before it says anything.
    const timer = setTimeout(() => setChanged(take(place) === language));
    return () => clearTimeout(timer);
  }, [place, language]);
  return changed;
}

/** The language that was chosen in this place; asked once. */
function take(place: string): string | undefined {
  const noted = inTab.get(key);
  if (!noted?.startsWith(`${place} `)) return undefined;
  inTab.remove(key);
  return noted.slice(place.length + 1);
}
