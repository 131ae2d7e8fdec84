import { languageConfig, useText } from "@kajo/shared/i18n";
import type { SurveyDetailsJson } from "@kajo/shared/rpc";
import { Button, Tabs, useNarrow } from "@kajo/shared/ui";
import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { writtenLanguages } from "../../module/fields";
import { fieldName, gapAfter, gapsOf, type Spot, spotOf } from "./gaps";
import { TextRow } from "./TextRow";
import styles from "./Translate.module.css";
import { type SurveyText, textsOf, type Written } from "./texts";

interface TranslateProps {
  readonly details: SurveyDetailsJson;
  readonly onChange: (next: SurveyDetailsJson) => void;
  readonly readOnly: boolean;
}

/** Narrower than this the languages stand behind each other. */
const narrowRem = 48;

/** All texts of a survey in Finnish, Swedish and English side by side, with the way from one gap to the next (SUR-01). */
export function Translate({ details, onChange, readOnly }: TranslateProps) {
  const t = useText();
  const [box, isNarrow] = useNarrow(narrowRem);
  const root = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<Written>("sv");
  const texts = textsOf(details);
  const gaps = gapsOf(texts);
  const write = useLatest((text: SurveyText, language: Written, words: string) =>
    onChange(text.put(details, language, words)),
  );
  const goOn = (from: Spot | undefined) => {
    const next = gapAfter(texts, from, isNarrow ? selected : undefined);
    if (!next) return;
    flushSync(() => setSelected(next.language));
    const [field] = document.getElementsByName(fieldName(next));
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  };
  const last = useGapKey(root, readOnly ? () => {} : goOn);
  const rows = (languages: readonly Written[]): ReactNode => (
    <div className={styles.rows}>
      {texts.map((text) => (
        <TextRow key={text.id} languages={languages} onWrite={write} readOnly={readOnly} text={text} />
      ))}
    </div>
  );
  return (
    <div className={styles.translate} ref={box}>
      {readOnly ? null : (
        <div className={styles.tools}>
          <p role="status">
            {gaps.length > 0 ? t("surveys.translate.gaps", { n: gaps.length }) : t("surveys.translate.complete")}
          </p>
          {gaps.length > 0 ? (
            <Button aria-keyshortcuts="Control+Enter" kind="secondary" onPress={() => goOn(last.current)} small>
              {t("surveys.translate.next")}
            </Button>
          ) : null}
          <p className={styles.keys}>{t("surveys.translate.keys")}</p>
        </div>
      )}
      <div ref={root}>
        {isNarrow ? (
          <Tabs
            label={t("surveys.translate.languages")}
            onSelect={(id) => setSelected(id as Written)}
            selected={selected}
            tabs={writtenLanguages.map((language) => ({
              id: language,
              label: languageConfig[language].name,
              count: readOnly ? undefined : String(gaps.filter((gap) => gap.language === language).length),
            }))}
          >
            {rows([selected])}
          </Tabs>
        ) : (
          rows(writtenLanguages)
        )}
      </div>
    </div>
  );
}

/** The same function as long as the component is there, which does what the newest one does. */
function useLatest<Arguments extends readonly unknown[]>(act: (...given: Arguments) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Arguments) => latest.current(...given), []);
}

/** Ctrl and Enter lead on from the field that has the focus; answers with the one that had it last, for the button. */
function useGapKey(root: RefObject<HTMLElement | null>, goOn: (from: Spot | undefined) => void) {
  const last = useRef<Spot>(undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    goOn(last.current);
  });
  useEffect(() => {
    const element = root.current;
    const note = ({ target }: FocusEvent) => {
      last.current = spotOf((target as HTMLInputElement).name ?? "") ?? last.current;
    };
    element?.addEventListener("focusin", note);
    element?.addEventListener("keydown", onKey);
    return () => {
      element?.removeEventListener("focusin", note);
      element?.removeEventListener("keydown", onKey);
    };
  }, [root]);
  return last;
}
