import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type FieldOf, Form } from "@kajo/shared/patterns";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useFlushPending } from "@kajo/shared/thread";
import { Button, Dialog, Select } from "@kajo/shared/ui";
import { type ReactNode, useState } from "react";
import { useAssignConversationMutation, useForwardConversationMutation } from "./api";
import { type Choices, useColleagues, useForwardQueueOptions } from "./options";
import { useFormAction } from "./use-action";

export interface ChoiceDialogProps {
  readonly conversation: ConversationJson;
  readonly onClose: () => void;
}

export function AssignDialog({ conversation, onClose }: ChoiceDialogProps) {
  const t = useText();
  const flushPending = useFlushPending(conversation.conversationId ?? "");
  const { act, failure } = useFormAction(useAssignConversationMutation()[0], namesIn(conversation), flushPending);
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
  const flushPending = useFlushPending(conversation.conversationId ?? "");
  const { act, failure } = useFormAction(useForwardConversationMutation()[0], namesIn(conversation), flushPending);
  const queues = useForwardQueueOptions(conversation);
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

export const namesIn = (conversation: ConversationJson) => (id: string) =>
  conversation.participants?.find((each) => each.personId === id)?.displayName || undefined;

interface ChoiceProps extends ReturnType<FieldOf<string>> {
  readonly choices: Choices;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** What can be chosen, or why it could not be fetched. */
export function Choice({ choices: { options, error, refetch }, ...select }: ChoiceProps) {
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  return <Select {...select} options={options} />;
}

interface ChoiceDialogFrameProps<Field extends string> {
  /** Also what the button says. */
  readonly title: string;
  readonly fields: Readonly<Record<Field, string>>;
  readonly problems: Readonly<Partial<Record<Field, string | undefined>>>;
  readonly failure: unknown;
  /** What is wrong with no field. */
  readonly others?: readonly string[];
  /** Whether it went well: then the dialog closes, else all that was chosen stays. */
  readonly onSend: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: (field: FieldOf<Field>) => ReactNode;
}

export function ChoiceDialog<Field extends string>({ title, onSend, onClose, ...form }: ChoiceDialogFrameProps<Field>) {
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
