import { Localized, useText } from "@kajo/shared/i18n";
import { type AssessmentFindingJson, type AssessmentJson, type ChatQueueStandingJson, known } from "@kajo/shared/rpc";
import { Banner, Card, Phones, StatusTag } from "@kajo/shared/ui";
import { JoinWith } from "./JoinWith";
import styles from "./Triage.module.css";

export interface ResultProps {
  readonly chatQueueId: string;
  readonly completed: AssessmentJson;
  readonly standing: ChatQueueStandingJson | undefined;
  /** The queue cannot be joined any more. */
  readonly onClosed: () => void;
}

/** What it has come to, and what to do now: to call first, where it is serious, and to join the queue. */
export function Result({ chatQueueId, completed, standing, onClosed }: ResultProps) {
  const { level, findings = [] } = completed;
  const isSerious = level === "LEVEL_SERIOUS";
  return (
    <>
      {isSerious ? <CallFirst /> : <Advice level={level} />}
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move, and two scores may be called the same
        <Finding finding={finding} key={index} />
      ))}
      <JoinWith
        chatQueueId={chatQueueId}
        completed={completed}
        isSerious={isSerious}
        onClosed={onClosed}
        standing={standing}
      />
    </>
  );
}

/** Nobody waits in a line whom an ambulance should fetch. */
function CallFirst() {
  const t = useText();
  return (
    <Banner announce="alert" tone="danger">
      <p className={styles.urgent}>{t("triage.serious")}</p>
      <p className={styles.calling}>
        <a className={styles.emergency} href="tel:112">
          {t("triage.serious.call")}
        </a>
      </p>
      <p>
        <Phones>{t("triage.serious.helpline")}</Phones>
      </p>
    </Banner>
  );
}

const noAdvice = ["info", "triage.advice.none"] as const;

const advices = {
  LEVEL_UNSPECIFIED: noAdvice,
  LEVEL_NORMAL: ["info", "triage.advice.normal"],
  LEVEL_NOTABLE: ["warning", "triage.advice.notable"],
} as const;

function Advice({ level = "LEVEL_UNSPECIFIED" }: { readonly level: AssessmentJson["level"] | undefined }) {
  const t = useText();
  const [tone, text] = (level === "LEVEL_SERIOUS" ? undefined : known(advices, level)) ?? noAdvice;
  return (
    <Banner tone={tone}>
      <p>
        <Phones>{t(text)}</Phones>
      </p>
    </Banner>
  );
}

const levels = {
  LEVEL_UNSPECIFIED: undefined,
  LEVEL_NORMAL: ["triage.level.normal", "info"],
  LEVEL_NOTABLE: ["triage.level.notable", "warning"],
  LEVEL_SERIOUS: ["triage.level.serious", "danger"],
} as const;

function Finding({ finding: { name, text, level } }: { readonly finding: AssessmentFindingJson }) {
  const t = useText();
  const words = known(levels, level ?? "LEVEL_UNSPECIFIED");
  return (
    <Card>
      <h2 className={styles.name}>
        <Localized text={name} />
      </h2>
      {words ? (
        <div>
          <StatusTag tone={words[1]} wraps>
            {t(words[0])}
          </StatusTag>
        </div>
      ) : null}
      <p className={styles.words}>
        <Localized text={text} />
      </p>
    </Card>
  );
}
