import { useEdit } from "@kajo/shared/drafts";
import { LoadFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type FieldOf, Form } from "@kajo/shared/patterns";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useGetMessageLimitsQuery, useSettle } from "@kajo/shared/thread";
import { Button, Dialog, graphemes, Select, TextArea } from "@kajo/shared/ui";
import { type ReactNode, useState } from "react";
import { FoundEdit } from "../editing/FoundEdit";
import { useAssignConversationMutation, useForwardConversationMutation, useRequestConsultationMutation } from "./api";
import { type Choices, useColleagues, useQueueOptions } from "./options";
import { useFormAction } from "./use-action";

export interface ChoiceDialogProps {
  readonly conversation: ConversationJson;
  readonly onClose: () => void;
}

export function AssignDialog({ conversation, onClose }: ChoiceDialogProps) {
  const t = useText();
  const settle = useSettle(conversation.conversationId ?? "");
  const { act, failure } = useFormAction(useAssignConversationMutation()[0], namesIn(conversation), settle);
  const colleagues = useColleagues();
  const [colleagueId, setColleague] = useState<string | null>(null);
  const request = { conversationId: conversation.conversationId ?? "", colleagueId: colleagueId ?? "" };
  return (
    <ChoiceDialog
      failure={failure}
      fields={{ colleague_id: t("action.assign.to") }}
      onClose={onClose}
      onSend={() => act(request, t("action.assign.done"))}
      problems={{ colleague_id: colleagueId === null ? t("field.required") : undefined }}
      title={t("action.assign")}
    >
      {(field) => (
        <Choice {...field("colleague_id")} choices={colleagues} onChange={setColleague} value={colleagueId} />
      )}
    </ChoiceDialog>
  );
}

export function ForwardDialog({ conversation, onClose }: ChoiceDialogProps) {
  const t = useText();
  const settle = useSettle(conversation.conversationId ?? "");
  const { act, failure } = useFormAction(useForwardConversationMutation()[0], namesIn(conversation), settle);
  const queues = useQueueOptions(conversation.subcategoryId);
  const [subcategoryId, setQueue] = useState<string | null>(null);
  const request = { conversationId: conversation.conversationId ?? "", subcategoryId: subcategoryId ?? "" };
  return (
    <ChoiceDialog
      failure={failure}
      fields={{ subcategory_id: t("action.forward.to") }}
      onClose={onClose}
      onSend={() => act(request, t("action.forward.done"))}
      problems={{ subcategory_id: subcategoryId === null ? t("field.required") : undefined }}
      title={t("action.forward")}
    >
      {(field) => <Choice {...field("subcategory_id")} choices={queues} onChange={setQueue} value={subcategoryId} />}
    </ChoiceDialog>
  );
}

interface Question {
  readonly subcategoryId: string | null;
  readonly text: string;
}

const nothingAsked: Question = { subcategoryId: null, text: "" };

export function ConsultationDialog({ conversation, onClose }: ChoiceDialogProps) {
  const t = useText();
  const language = useLanguage();
  const { act, failure } = useFormAction(useRequestConsultationMutation()[0], namesIn(conversation));
  const { data: limits } = useGetMessageLimitsQuery({});
  const queues = useQueueOptions(undefined);
  const conversationId = conversation.conversationId ?? "";
  // Who closes it to read on finds the question again.
  const edit = useEdit<Question, undefined>(`consultation.${conversationId}`, nothingAsked, undefined);
  const { subcategoryId, text } = edit.value;
  const request = { conversationId, subcategoryId: subcategoryId ?? "", text };
  const ask = async () => {
    const isAsked = await act(request, t("action.consultation.done"));
    if (isAsked) edit.forget();
    return isAsked;
  };
  const max = limits?.maxMessageCharacters;
  const tooLong = max && graphemes(text) > max ? t("error.reason.too_long", { max }) : undefined;
  return (
    <ChoiceDialog
      failure={failure}
      fields={{ subcategory_id: t("action.consultation.to"), text: t("action.consultation.question") }}
      onClose={onClose}
      onSend={ask}
      problems={{
        subcategory_id: subcategoryId === null ? t("field.required") : undefined,
        text: text.trim() === "" ? t("field.required") : tooLong,
      }}
      title={t("action.consultation")}
    >
      {(field) => (
        <>
          <FoundEdit edit={edit} />
          <p>
            {t("action.consultation.text", {
              topic: conversation.topic ?? localized(language, conversation.subcategoryName),
            })}
          </p>
          <Choice
            {...field("subcategory_id")}
            choices={queues}
            onChange={(id) => edit.change({ subcategoryId: id })}
            value={subcategoryId}
          />
          <TextArea
            {...field("text")}
            max={max}
            onChange={(words) => edit.change({ text: words })}
            rows={5}
            value={text}
          />
        </>
      )}
    </ChoiceDialog>
  );
}

const namesIn = (conversation: ConversationJson) => (id: string) =>
  conversation.participants?.find((each) => each.personId === id)?.displayName || undefined;

interface ChoiceProps extends ReturnType<FieldOf<string>> {
  readonly choices: Choices;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** What can be chosen, or why it could not be fetched. */
function Choice({ choices: { options, error, refetch }, ...select }: ChoiceProps) {
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  return <Select {...select} options={options} />;
}

interface ChoiceDialogFrameProps<Field extends string> {
  /** Also what the button says. */
  readonly title: string;
  readonly fields: Readonly<Record<Field, string>>;
  readonly problems: Readonly<Partial<Record<Field, string | undefined>>>;
  readonly failure: unknown;
  /** Whether it went well: then the dialog closes, else all that was chosen stays. */
  readonly onSend: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: (field: FieldOf<Field>) => ReactNode;
}

function ChoiceDialog<Field extends string>({ title, onSend, onClose, ...form }: ChoiceDialogFrameProps<Field>) {
  const t = useText();
  const send = async () => {
    if (await onSend()) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        {...form}
        actions={
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
        }
        brief
        onSubmit={send}
        submit={title}
      />
    </Dialog>
  );
}
