import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { localized, localizedLang, useLanguage, useText } from "../i18n";
import { Wizard, type WizardStep } from "../patterns";
import { asHead } from "../patterns/use-fields";
import { RichText } from "../rich-text";
import type {
  AnswersJson,
  ItemJson,
  ItemProblemJson,
  QuestionnaireJson,
  ScoreValueJson,
} from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { ErrorSummary, Spinner, VisuallyHidden } from "../ui";
import fieldStyles from "../ui/Field.module.css";
import { Answers, ScoreText } from "./Answers";
import { evaluate } from "./engine";
import { useFields } from "./fields";
import { isAnswered } from "./kept";
import { Question } from "./Question";
import styles from "./Questionnaire.module.css";
import { useAnnounced } from "./use-announced";
import { useProblemText } from "./use-words";
import { hasContent, valuesOf, withValues } from "./values";
import { inOrder } from "./walk";

export interface QuestionnaireProps {
  readonly questionnaire: QuestionnaireJson;
  /** All that was answered on the page; what of it is hidden now comes again with its question. */
  readonly answers: AnswersJson;
  readonly onChange: (answers: AnswersJson) => void;
  /** The day in Finland, "2026-11-28". */
  readonly today: string;
  /** What the server says of the answers: stands at its item until that is answered otherwise. The same list until the server answers again. */
  readonly problems?: readonly ItemProblemJson[];
  /** The failed call, as of a Form. */
  readonly failure?: unknown;
  /** Called with the answers that count. `release` lets go of the unsaved guard, before going elsewhere. */
  readonly onSend: (kept: AnswersJson, release: () => void) => unknown;
  /** It is sent, when `onSend` does not return what it waits for. */
  readonly isSending?: boolean;
  /** On the button of the last step. */
  readonly sendLabel: string;
  /** There is something to lose: leaving asks first. */
  readonly dirty?: boolean;
  /** The words of the search without which one is elsewhere, as `names` of a Wizard. */
  readonly guarded?: readonly string[];
  /** The step that is shown at first, by its link id; otherwise the first. */
  readonly startAt?: string | undefined;
}

const summary = ":summary";
const noProblems: readonly ItemProblemJson[] = [];
/** Names of fields, none of which is a number: those would come before the others. */
const nameOf = (linkId: string | undefined) => `q-${linkId ?? ""}`;

/** Questions as people answer them: step by step, shown as the answers before them say, and read once more before they are sent. */
export function Questionnaire(props: QuestionnaireProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <Steps {...props} />
    </Suspense>
  );
}

function Steps({
  questionnaire,
  answers,
  onChange,
  today,
  problems: told = noProblems,
  failure,
  onSend,
  isSending = false,
  sendLabel,
  dirty = false,
  guarded,
  startAt,
}: QuestionnaireProps) {
  const t = useText();
  const language = useLanguage();
  const problemText = useProblemText();
  const fetched = useFields(questionnaire);
  const evaluation = evaluate(questionnaire, answers, today);
  const enabled = new Set(evaluation.enabledLinkIds);
  const isEnabled = ({ linkId = "" }: ItemJson) => enabled.has(linkId);
  const steps = (questionnaire.items ?? []).filter((step) => hasContent(step, isEnabled));
  const [wanted, setWanted] = useState(startAt ?? steps[0]?.linkId ?? summary);
  const server = useServerProblems(told, answers, (linkId) => {
    const step = steps.find((each) => [...inOrder({ items: [each] })].some(({ item }) => item.linkId === linkId));
    if (step?.linkId) setWanted(step.linkId);
  });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The step that it leads to has just taken the focus to its heading: the summary takes it from there.
    if (told.length > 0) box.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
  }, [told]);
  const current = steps.find(({ linkId }) => linkId === wanted) ?? (wanted === summary ? undefined : steps[0]);
  const shownNow = current ? [...inOrder({ items: [current] })].map(({ item }) => item).filter(isEnabled) : [];
  const announced = useAnnounced(
    current?.linkId ?? summary,
    shownNow.map(({ linkId = "" }) => linkId),
  );
  const labelOf = ({ text, unit }: ItemJson) => {
    const question = localized(language, text);
    const counted = localized(language, unit);
    return counted ? t("questionnaire.labelled", { question, unit: counted }) : question;
  };
  const asked = [...inOrder({ items: steps })]
    .map(({ item }) => item)
    .filter((item) => isEnabled(item) && isAnswered(item));
  const fields = Object.fromEntries(asked.map((item) => [nameOf(item.linkId), labelOf(item)]));
  const problems: Record<string, string> = {};
  for (const problem of evaluation.problems ?? []) problems[nameOf(problem.linkId)] ??= problemText(problem);
  const serverText = (linkId: string | undefined) => {
    const problem = server.find((each) => each.linkId === linkId);
    return problem && problemText(problem);
  };
  const scoreOf = new Map(evaluation.scores?.map((score) => [score.linkId ?? "", score]));
  const under = (step: ItemJson) => {
    const below = new Set([...inOrder(step)].map(({ item }) => item));
    return asked.filter((item) => below.has(item));
  };

  const wizardSteps = steps.map((step): WizardStep<string> => {
    const wrong = under(step).flatMap((item) => {
      const text = serverText(item.linkId);
      return text ? [{ field: nameOf(item.linkId), text: `${asHead(labelOf(item))} ${text}` }] : [];
    });
    return {
      id: step.linkId ?? "",
      title: localized(language, step.text),
      lang: localizedLang(language, step.text),
      fields: under(step).map(({ linkId }) => nameOf(linkId)),
      content: (field) => (
        <>
          <ErrorSummary errors={wrong} tries={0} />
          <Items
            items={(step.items ?? []).filter((item) => hasContent(item, isEnabled))}
            isEnabled={isEnabled}
            question={(item) => {
              const linkId = item.linkId ?? "";
              const { name, label, error } = field(nameOf(linkId));
              return (
                <Question
                  error={error ?? serverText(linkId)}
                  fields={fetched}
                  item={item}
                  label={label}
                  name={name}
                  onChange={(values) => onChange(withValues(answers, linkId, values))}
                  values={valuesOf(answers, linkId)}
                />
              );
            }}
            scoreOf={scoreOf}
          />
        </>
      ),
    };
  });
  const kept: AnswersJson = { answers: evaluation.answers ?? [] };
  const last: WizardStep<string> = {
    id: summary,
    title: t("questionnaire.summary"),
    content: <Answers answers={kept} questionnaire={questionnaire} />,
  };
  const [first = last, ...others] = [...wizardSteps, last];

  return (
    <div ref={box}>
      <Wizard
        current={current?.linkId ?? summary}
        dirty={dirty}
        failure={failure}
        fields={fields}
        finish={sendLabel}
        isPending={isSending}
        onFinish={(release) => onSend(kept, release)}
        onStep={setWanted}
        problems={problems}
        steps={[first, ...others]}
        {...(guarded ? { names: guarded } : {})}
      />
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </div>
  );
}

/** What the server said, but of what has been answered otherwise since; `lead` goes to the first of it when it comes. */
function useServerProblems(told: readonly ItemProblemJson[], answers: AnswersJson, lead: (linkId: string) => void) {
  const [seen, setSeen] = useState({ told: noProblems, answers });
  if (seen.told !== told) {
    setSeen({ told, answers });
    if (told[0]?.linkId) lead(told[0].linkId);
  }
  const isSame = (linkId: string) =>
    JSON.stringify(valuesOf(seen.answers, linkId)) === JSON.stringify(valuesOf(answers, linkId));
  return seen.told.filter(({ linkId = "" }) => isSame(linkId));
}

interface ItemsProps {
  readonly items: readonly ItemJson[];
  readonly isEnabled: (item: ItemJson) => boolean;
  readonly question: (item: ItemJson) => ReactNode;
  readonly scoreOf: ReadonlyMap<string, ScoreValueJson>;
}

function Items({ items, ...shared }: ItemsProps) {
  return items.map((item) => <Item item={item} key={item.linkId} {...shared} />);
}

function Item({ item, ...shared }: Omit<ItemsProps, "items"> & { readonly item: ItemJson }) {
  const language = useLanguage();
  const lang = localizedLang(language, item.text);
  if (item.type === "ITEM_TYPE_DISPLAY") {
    const own = item.display?.[language];
    const text = own ?? item.display?.fi;
    return text ? <RichText lang={own ? undefined : "fi"} level={3} text={text} /> : null;
  }
  if (item.type === "ITEM_TYPE_SCORE") {
    return (
      <div className={styles.score}>
        <span className={fieldStyles.label} lang={lang}>
          {localized(language, item.text)}
        </span>
        <ScoreText bands={item.score?.bands ?? []} score={shared.scoreOf.get(item.linkId ?? "")} />
      </div>
    );
  }
  // A field cannot say which of its words are in which language: the question is most of them.
  if (item.type !== "ITEM_TYPE_GROUP") return <div lang={lang}>{shared.question(item)}</div>;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend} lang={lang}>
        {localized(language, item.text)}
      </legend>
      <Items items={(item.items ?? []).filter((below) => hasContent(below, shared.isEnabled))} {...shared} />
    </fieldset>
  );
}
