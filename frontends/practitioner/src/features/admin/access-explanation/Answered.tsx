import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type {
  AccessChoiceJson,
  AccessExplanationJson,
  ExplainConversationResponseJson,
  ExplainQueueResponseJson,
  ProfessionalJson,
} from "@kajo/shared/rpc";
import { Bullets, Card } from "@kajo/shared/ui";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useRef } from "react";
import { Actions } from "./Actions";
import { Conditions } from "./Conditions";
import styles from "./Explanation.module.css";

export interface Answer {
  readonly professional: ProfessionalJson;
  /** Empty: none was chosen. */
  readonly roleId: string;
  readonly locationId: string;
  readonly thing: "queue" | "conversation";
  readonly found: ExplainQueueResponseJson & ExplainConversationResponseJson;
  /** Which answer it is: each takes the focus. */
  readonly number: number;
}

const verdicts = {
  queue: { yes: "explain.queue.yes", no: "explain.queue.no" },
  conversation: { yes: "explain.conversation.yes", no: "explain.conversation.no" },
} as const;

/** Yes or no, why, and what would change it. */
export function Answered(answer: Answer) {
  const t = useText();
  const language = useLanguage();
  const { professional, thing, found } = answer;
  const explanation = found.explanation ?? {};
  const isAllowed = explanation.allowed === true;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const name = professional.displayName ?? "";
  const queue = localized(language, explanation.queue?.name);
  const Icon = isAllowed ? CircleCheck : CircleX;
  return (
    <Card>
      <div className={styles.verdict} data-allowed={isAllowed}>
        <Icon aria-hidden="true" className={styles.icon} size={28} />
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {t(verdicts[thing][isAllowed ? "yes" : "no"], { name, queue })}
        </h2>
      </div>
      <p>{useSituation(answer)}</p>
      {explanation.queue?.archived ? <p>{t("explain.archived")}</p> : null}
      <Conditions answer={answer} explanation={explanation} />
      {isAllowed ? null : <Change {...answer} explanation={explanation} />}
      {found.permissions ? <Actions kind={found.kind} permissions={found.permissions} /> : null}
      <p className={styles.note}>{t(thing === "queue" ? "explain.note.queue" : "explain.note.conversation")}</p>
    </Card>
  );
}

const states = {
  CONVERSATION_STATE_QUEUED: "explain.state.queued",
  CONVERSATION_STATE_HANDLING: "explain.state.handling",
  CONVERSATION_STATE_ENDED: "explain.state.ended",
} as const;

const kinds = {
  CONVERSATION_KIND_CONSULTATION: "explain.consultation",
  CONVERSATION_KIND_FORM: "formAnswers.explained",
  CONVERSATION_KIND_ANONYMOUS_FORM: "anonymousForm.explained",
} as const;

/** With what the professional works, and where the conversation stands. */
function useSituation({ professional, roleId, locationId, found }: Answer): string {
  const t = useText();
  const language = useLanguage();
  const role = professional.roles?.find((each) => each.roleId === roleId);
  const place = professional.locations?.find((each) => each.locationId === locationId);
  const work = t("explain.work", {
    role: role ? localized(language, role.name) : t("explain.noChoice"),
    location: place?.name ?? t("explain.noChoice"),
  });
  const kind = kinds[found.kind as keyof typeof kinds];
  const state = states[found.state as keyof typeof states];
  return [work, kind ? t(kind) : "", state ? t(state) : ""].filter(Boolean).join(" ");
}

function Change({
  professional,
  explanation,
}: {
  readonly professional: ProfessionalJson;
  readonly explanation: AccessExplanationJson;
}) {
  const t = useText();
  const language = useLanguage();
  const choices = explanation.choices ?? [];
  const said = ({ roleId, locationId }: AccessChoiceJson) => {
    const role = professional.roles?.find((each) => each.roleId === roleId);
    const place = professional.locations?.find((each) => each.locationId === locationId);
    return t("explain.choice", { role: localized(language, role?.name), location: place?.name ?? "" });
  };
  return (
    <section>
      <h3 className={styles.part}>{t("explain.change")}</h3>
      {choices.length === 0 ? (
        <p>{t("explain.change.none", { name: professional.displayName ?? "" })}</p>
      ) : (
        <>
          <p>{t("explain.change.choices", { name: professional.displayName ?? "" })}</p>
          <Bullets items={choices.map((choice) => [`${choice.roleId} ${choice.locationId}`, said(choice)])} />
        </>
      )}
    </section>
  );
}
