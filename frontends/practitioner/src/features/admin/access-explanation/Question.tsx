import { LoadFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type FieldOf, Form } from "@kajo/shared/patterns";
import type { ProfessionalJson } from "@kajo/shared/rpc";
import { RadioGroup, Select, Spinner, TextField } from "@kajo/shared/ui";
import { useRef, useState } from "react";
import type { Answer } from "./Answered";
import {
  useExplainConversationMutation,
  useExplainQueueMutation,
  useGetProfessionalQuery,
  useListExplainedQueuesQuery,
} from "./api";
import { conversationIdIn } from "./conversation-id";
import { ProfessionalChoice } from "./ProfessionalChoice";

/** In place of a role or a location: nothing is chosen. */
const nothing = "none";

type Thing = "queue" | "conversation";

interface Asked {
  readonly practitionerId: string | null;
  readonly roleId: string | null;
  readonly locationId: string | null;
  readonly thing: Thing;
  readonly queueId: string | null;
  readonly conversation: string;
}

const empty: Asked = {
  practitionerId: null,
  roleId: null,
  locationId: null,
  thing: "queue",
  queueId: null,
  conversation: "",
};

interface QuestionProps {
  readonly onAnswer: (answer: Answer) => void;
  /** What was answered is no answer to this any more. */
  readonly onChange: () => void;
}

/** Who, with which role and location, and what. */
export function Question({ onAnswer, onChange }: QuestionProps) {
  const t = useText();
  const [asked, setAsked] = useState(empty);
  const [failure, setFailure] = useState<unknown>();
  const number = useRef(0);
  const { practitionerId, thing } = asked;
  const person = useGetProfessionalQuery({ practitionerId: practitionerId ?? "" }, { skip: practitionerId === null });
  const professional = practitionerId === null ? undefined : person.currentData?.professional;
  const [explainQueue] = useExplainQueueMutation();
  const [explainConversation] = useExplainConversationMutation();
  const change = (part: Partial<Asked>) => {
    setAsked((before) => ({ ...before, ...part }));
    setFailure(undefined);
    onChange();
  };
  const conversationId = conversationIdIn(asked.conversation);
  const submit = async () => {
    setFailure(undefined);
    if (!professional) return;
    const chosen = (id: string | null) => (id === null || id === nothing ? "" : id);
    const whom = {
      practitionerId: practitionerId ?? "",
      roleId: chosen(asked.roleId),
      locationId: chosen(asked.locationId),
    };
    const found =
      thing === "queue"
        ? await explainQueue({ ...whom, subcategoryId: asked.queueId ?? "" })
        : await explainConversation({ ...whom, conversationId: conversationId ?? "" });
    if (!found.data) return setFailure(found.error);
    number.current += 1;
    onAnswer({ ...whom, professional, thing, found: found.data, number: number.current });
  };
  const missing = (value: string | null) => (value === null ? t("field.required") : undefined);
  const conversationProblem = asked.conversation.trim() ? t("explain.conversation.malformed") : t("field.required");
  const fields = {
    practitioner_id: t("explain.professional"),
    ...(professional ? { role_id: t("explain.role"), location_id: t("explain.location") } : {}),
    thing: t("explain.thing"),
    ...(thing === "queue" ? { subcategory_id: t("explain.queue") } : { conversation_id: t("explain.conversation") }),
  };
  return (
    <Form<string>
      failure={failure}
      fields={fields}
      onSubmit={submit}
      problems={{
        practitioner_id: missing(practitionerId),
        role_id: professional ? missing(asked.roleId) : undefined,
        location_id: professional ? missing(asked.locationId) : undefined,
        subcategory_id: thing === "queue" ? missing(asked.queueId) : undefined,
        conversation_id: thing === "conversation" && !conversationId ? conversationProblem : undefined,
      }}
      submit={t("explain.submit")}
    >
      {(field) => (
        <>
          <ProfessionalChoice
            {...field("practitioner_id")}
            onChange={(id) => change({ practitionerId: id, roleId: null, locationId: null })}
            value={practitionerId}
          />
          {practitionerId === null ? null : professional ? (
            <WorkChoice asked={asked} change={change} field={field} professional={professional} />
          ) : person.error ? (
            <LoadFailed error={person.error} onRetry={() => void person.refetch()} />
          ) : (
            <Spinner />
          )}
          <RadioGroup<Thing>
            {...field("thing")}
            onChange={(next) => change({ thing: next })}
            options={[
              { id: "queue", label: t("explain.thing.queue") },
              { id: "conversation", label: t("explain.thing.conversation") },
            ]}
            value={thing}
          />
          {thing === "queue" ? (
            <QueueChoice
              {...field("subcategory_id")}
              onChange={(queueId) => change({ queueId })}
              value={asked.queueId}
            />
          ) : (
            <TextField
              {...field("conversation_id")}
              hint={t("explain.conversation.hint")}
              onChange={(conversation) => change({ conversation })}
              value={asked.conversation}
            />
          )}
        </>
      )}
    </Form>
  );
}

interface WorkChoiceProps {
  readonly asked: Asked;
  readonly change: (part: Partial<Asked>) => void;
  readonly field: FieldOf<string>;
  readonly professional: ProfessionalJson;
}

function WorkChoice({ asked, change, field, professional }: WorkChoiceProps) {
  const t = useText();
  const language = useLanguage();
  const roles = (professional.roles ?? []).map(({ roleId = "", name }) => ({
    id: roleId,
    label: localized(language, name),
  }));
  const places = (professional.locations ?? []).map(({ locationId = "", name = "" }) => ({
    id: locationId,
    label: name,
  }));
  const none = { id: nothing, label: t("explain.noChoice") };
  return (
    <>
      <Select
        {...field("role_id")}
        onChange={(roleId) => change({ roleId })}
        options={[...roles, none]}
        value={asked.roleId}
      />
      <Select
        {...field("location_id")}
        onChange={(locationId) => change({ locationId })}
        options={[...places, none]}
        value={asked.locationId}
      />
    </>
  );
}

interface QueueChoiceProps extends ReturnType<FieldOf<string>> {
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

function QueueChoice(props: QueueChoiceProps) {
  const language = useLanguage();
  const { data, error, refetch } = useListExplainedQueuesQuery({});
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const options = (data?.queues ?? []).map((queue) => ({
    id: queue.subcategoryId ?? "",
    label: localized(language, queue.name),
    description: localized(language, queue.categoryName),
  }));
  return <Select {...props} options={options} />;
}
