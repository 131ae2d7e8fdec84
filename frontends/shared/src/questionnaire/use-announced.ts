import { useEffect, useRef, useState } from "react";
import { useText } from "../i18n";

/** A pause in answering after which it is told: a screen reader should not read it at each key. */
const pauseMs = 1_000;

/** What appeared and what went of the questions of a step, in words, once per pause. */
export function useAnnounced(step: string, linkIds: readonly string[]): string {
  const t = useText();
  const told = useRef({ step, linkIds });
  const [words, setWords] = useState("");
  const now = linkIds.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same questions are no news
  useEffect(() => {
    const timer = setTimeout(() => {
      const before = told.current;
      told.current = { step, linkIds };
      if (before.step !== step) return setWords("");
      const shown = linkIds.filter((linkId) => !before.linkIds.includes(linkId)).length;
      const hidden = before.linkIds.filter((linkId) => !linkIds.includes(linkId)).length;
      if (shown + hidden === 0) return;
      const said = [
        shown > 0 ? t("questionnaire.shown", { n: shown }) : "",
        hidden > 0 ? t("questionnaire.hidden", { n: hidden }) : "",
      ];
      setWords(said.filter(Boolean).join(" "));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [step, now]);
  return words;
}
