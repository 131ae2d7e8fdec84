import { useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useMarkDoneMutation } from "@kajo/shared/thread";
import { Button, ConfirmDialog, DisclosureMenu } from "@kajo/shared/ui";
import { useState } from "react";
import {
  useEndConversationMutation,
  useParticipateMutation,
  useReturnConversationMutation,
  useTakeConversationMutation,
  useTakeOverConversationMutation,
} from "./api";
import { AssignDialog, ConsultationDialog, ForwardDialog } from "./ChoiceDialogs";
import styles from "./ConversationPane.module.css";
import { useAction } from "./use-action";

type Asked = "end" | "endAndDone" | "takeOver" | "assign" | "forward" | "consultation";

export interface ActionsProps {
  readonly conversation: ConversationJson;
  readonly onOpen: (conversationId: string) => void;
}

/** What this professional may do now; the server says what that is and guards it. */
export function Actions({ conversation, onOpen }: ActionsProps) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | undefined>();
  const nameOf = (id: string) =>
    conversation.participants?.find((each) => each.personId === id)?.displayName || undefined;
  const take = useAction(useTakeConversationMutation()[0], nameOf);
  const takeOver = useAction(useTakeOverConversationMutation()[0], nameOf);
  const participate = useAction(useParticipateMutation()[0], nameOf);
  const giveBack = useAction(useReturnConversationMutation()[0], nameOf);
  const markDone = useAction(useMarkDoneMutation()[0], nameOf);
  const end = useAction(useEndConversationMutation()[0], nameOf);
  const may = conversation.permissions ?? {};
  const request = { conversationId: conversation.conversationId ?? "" };
  const close = () => setAsked(undefined);
  const more = [
    may.assign ? { id: "assign", label: t("action.assign"), onAction: () => setAsked("assign") } : undefined,
    may.forward ? { id: "forward", label: t("action.forward"), onAction: () => setAsked("forward") } : undefined,
    may.requestConsultation
      ? { id: "consultation", label: t("action.consultation"), onAction: () => setAsked("consultation") }
      : undefined,
    may.returnToQueue
      ? { id: "return", label: t("action.return"), onAction: () => void giveBack(request, t("action.return.done")) }
      : undefined,
    may.end ? { id: "end", label: t("action.end"), onAction: () => setAsked("end") } : undefined,
    may.end ? { id: "endAndDone", label: t("action.endAndDone"), onAction: () => setAsked("endAndDone") } : undefined,
  ].filter((entry) => entry !== undefined);
  return (
    <div className={styles.actions}>
      {may.take ? <Button onPress={() => void take(request, t("action.take.done"))}>{t("action.take")}</Button> : null}
      {may.takeOver ? (
        <Button kind="secondary" onPress={() => setAsked("takeOver")}>
          {t("action.takeOver")}
        </Button>
      ) : null}
      {may.participate ? (
        <Button kind="secondary" onPress={() => void participate(request, t("action.participate.done"))}>
          {t("action.participate")}
        </Button>
      ) : null}
      {may.markDone ? (
        <Button kind="secondary" onPress={() => void markDone(request, t("action.done.done"))}>
          {t("action.done")}
        </Button>
      ) : null}
      {more.length > 0 ? (
        <DisclosureMenu face={t("action.more")} label={t("action.more")} side="start">
          {more.map(({ id, label, onAction }) => (
            <li key={id}>
              <button onClick={onAction} type="button">
                {label}
              </button>
            </li>
          ))}
        </DisclosureMenu>
      ) : null}
      {(conversation.relatedConversationIds ?? []).map((id) => (
        <Button key={id} kind="quiet" onPress={() => onOpen(id)}>
          {t(
            conversation.kind === "CONVERSATION_KIND_CONSULTATION" ? "action.openOriginal" : "action.openConsultation",
          )}
        </Button>
      ))}
      <ConfirmDialog
        confirm={t("action.takeOver")}
        isOpen={asked === "takeOver"}
        onClose={close}
        onConfirm={() => void takeOver(request, t("action.takeOver.done")).then(close)}
        title={t("action.takeOver")}
      >
        <p>{t("action.takeOver.text")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        confirm={t(asked === "endAndDone" ? "action.endAndDone" : "action.end")}
        danger
        isOpen={asked === "end" || asked === "endAndDone"}
        onClose={close}
        onConfirm={() => void end({ ...request, markDone: asked === "endAndDone" }, t("action.end.done")).then(close)}
        title={t(asked === "endAndDone" ? "action.endAndDone" : "action.end")}
      >
        <p>{t("action.end.text")}</p>
      </ConfirmDialog>
      {asked === "assign" ? <AssignDialog conversation={conversation} onClose={close} /> : null}
      {asked === "forward" ? <ForwardDialog conversation={conversation} onClose={close} /> : null}
      {asked === "consultation" ? <ConsultationDialog conversation={conversation} onClose={close} /> : null}
    </div>
  );
}
