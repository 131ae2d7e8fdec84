import { useText } from "@kajo/shared/i18n";
import type { AccessConditionJson, AccessExplanationJson } from "@kajo/shared/rpc";
import { VisuallyHidden } from "@kajo/shared/ui";
import { Check, X } from "lucide-react";
import type { Answer } from "./Answered";
import styles from "./Explanation.module.css";
import { useConditionText } from "./use-condition-text";

interface ConditionsProps {
  readonly answer: Answer;
  readonly explanation: AccessExplanationJson;
}

/** The conditions one by one: those that are all needed, and the ways of which one is enough. */
export function Conditions({ answer, explanation }: ConditionsProps) {
  const t = useText();
  const { needed = [], ways = [] } = explanation;
  const [first, ...others] = ways;
  if (others.length === 0) {
    return <Group answer={answer} conditions={[...needed, ...(first?.conditions ?? [])]} title={t("explain.needed")} />;
  }
  return (
    <>
      <Group answer={answer} conditions={needed} title={t("explain.needed")} />
      <section>
        <h3 className={styles.part}>{t("explain.ways")}</h3>
        {ways.map(({ conditions = [] }) => {
          const byPart = conditions.some(({ kind }) => kind === "ACCESS_CONDITION_KIND_PART");
          const title = t(byPart ? "explain.way.part" : "explain.way.queue");
          return <Way answer={answer} conditions={conditions} key={title} title={title} />;
        })}
      </section>
    </>
  );
}

interface GroupProps {
  readonly answer: Answer;
  readonly conditions: readonly AccessConditionJson[];
  readonly title: string;
}

function Group({ title, ...listed }: GroupProps) {
  return (
    <section>
      <h3 className={styles.part}>{title}</h3>
      <Listed {...listed} />
    </section>
  );
}

function Way({ title, ...listed }: GroupProps) {
  return (
    <div className={styles.way}>
      <h4 className={styles.wayTitle}>{title}</h4>
      <Listed {...listed} />
    </div>
  );
}

function Listed({ answer, conditions }: Omit<GroupProps, "title">) {
  const t = useText();
  const said = useConditionText(answer);
  return (
    <ul className={styles.conditions}>
      {conditions.map((condition) => {
        const held = condition.held === true;
        const Icon = held ? Check : X;
        return (
          <li className={styles.condition} data-held={held} key={condition.kind}>
            <Icon aria-hidden="true" className={styles.mark} size={20} />
            <span>
              <VisuallyHidden>{t(held ? "explain.held" : "explain.notHeld")} </VisuallyHidden>
              {said(condition)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
