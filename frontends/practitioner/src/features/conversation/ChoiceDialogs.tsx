import { LoadFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useGetMessageLimitsQuery } from "@kajo/shared/thread";
import { Button, Dialog, Select, Stack, TextArea } from "@kajo/shared/ui";
import { type ReactNode, useState } from "react";
import { useAssignConversationMutation, useForwardConversationMutation, useRequestConsultationMutation } from "./api";
import { type Choices, useColleagues, useQueueOptions } from "./options";
import { useAction } from "./use-action";

export interface ChoiceDialogProps {
  readonly conversation: ConversationJson;
  readonly onClose: () => void;
}

export function AssignDialog({ conversation, onClose }: ChoiceDialogProps) {
  const t = useText();
  const assign = useAction(useAssignConversationMutation()[0], namesIn(conversation));
  const colleagues = useColleagues();
  const [colleagueId, setColleague] = useState<string | null>(null);
  const confirm = async () => {
    const request = { conversationId: conversation.conversationId ?? "", colleagueId: colleagueId ?? "" };
    if (await assign(request, t("action.assign.done"))) onClose();
  };
  return (
    <ChoiceDialog confirm={t("action.assign")} isReady={colleagueId !== null} onClose={onClose} onConfirm={confirm}>
      <Choice choices={colleagues} label={t("action.assign.to")} onChange={setColleague} value={colleagueId} />
    </ChoiceDialog>
  );
}

export function ForwardDialog({ conversation, onClose }: ChoiceDialogProps) {
  const t = useText();
  const forward = useAction(useForwardConversationMutation()[0], namesIn(conversation));
  const queues = useQueueOptions(conversation.subcategoryId);
  const [subcategoryId, setQueue] = useState<string | null>(null);
  const confirm = async () => {
    const request = { conversationId: conversation.conversationId ?? "", subcategoryId: subcategoryId ?? "" };
    if (await forward(request, t("action.forward.done"))) onClose();
  };
  return (
    <ChoiceDialog confirm={t("action.forward")} isReady={subcategoryId !== null} onClose={onClose} onConfirm={confirm}>
      <Choice choices={queues} label={t("action.forward.to")} onChange={setQueue} value={subcategoryId} />
    </ChoiceDialog>
  );
}

export function ConsultationDialog({ conversation, onClose }: ChoiceDialogProps) {
  const t = useText();
  const language = useLanguage();
  const ask = useAction(useRequestConsultationMutation()[0], namesIn(conversation));
  const { data: limits } = useGetMessageLimitsQuery({});
  const queues = useQueueOptions(undefined);
  const [subcategoryId, setQueue] = useState<string | null>(null);
  const [text, setText] = useState("");
  const confirm = async () => {
    const request = { conversationId: conversation.conversationId ?? "", subcategoryId: subcategoryId ?? "", text };
    if (await ask(request, t("action.consultation.done"))) onClose();
  };
  return (
    <ChoiceDialog
      confirm={t("action.consultation")}
      isReady={subcategoryId !== null && text.trim() !== ""}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>
        {t("action.consultation.text", {
          topic: conversation.topic ?? localized(language, conversation.subcategoryName),
        })}
      </p>
      <Choice choices={queues} label={t("action.consultation.to")} onChange={setQueue} value={subcategoryId} />
      <TextArea
        label={t("action.consultation.question")}
        max={limits?.maxMessageCharacters}
        name="question"
        onChange={setText}
        rows={5}
        value={text}
      />
    </ChoiceDialog>
  );
}

const namesIn = (conversation: ConversationJson) => (id: string) =>
  conversation.participants?.find((each) => each.personId === id)?.displayName || undefined;

interface ChoiceProps {
  readonly choices: Choices;
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** What can be chosen, or why it could not be fetched. */
function Choice({ choices: { options, error, refetch }, ...select }: ChoiceProps) {
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  return <Select {...select} options={options} />;
}

interface ChoiceDialogFrameProps {
  readonly confirm: string;
  readonly isReady: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function ChoiceDialog({ confirm, isReady, onConfirm, onClose, children }: ChoiceDialogFrameProps) {
  const t = useText();
  return (
    <Dialog
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button isDisabled={!isReady} onPress={() => void onConfirm()}>
            {confirm}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={confirm}
    >
      <Stack gap="m">{children}</Stack>
    </Dialog>
  );
}
