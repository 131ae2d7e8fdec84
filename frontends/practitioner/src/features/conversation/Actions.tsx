import { useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useMarkDoneMutation } from "@kajo/shared/thread";
import { Button, ConfirmDialog, DisclosureMenu } from "@kajo/shared/ui";
import { type ReactNode, useState } from "react";
import { useShortcuts } from "../shortcuts/actions";
import { KeyHint, useAriaKeys } from "../shortcuts/KeyHint";
import type { ShortcutId } from "../shortcuts/shortcuts";
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
  /** Goes to where the answer is written. */
  readonly onReply: () => void;
}

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  readonly keys?: ShortcutId;
}

/** What this professional may do now; the server says what that is and guards it. */
export function Actions({ conversation, onOpen, onReply }: ActionsProps) {
  const t = useText();
  const ariaKeys = useAriaKeys();
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
  const toTake = () => void take(request, t("action.take.done"));
  const toMarkDone = () => void markDone(request, t("action.done.done"));
  const toForward = () => setAsked("forward");
  useShortcuts({
    reply: may.write ? onReply : undefined,
    take: may.take ? toTake : undefined,
    done: may.markDone ? toMarkDone : undefined,
    forward: may.forward ? toForward : undefined,
  });
  const entries: readonly (Entry | undefined)[] = [
    may.assign ? { id: "assign", label: t("action.assign"), onAction: () => setAsked("assign") } : undefined,
    may.forward ? { id: "forward", label: t("action.forward"), onAction: toForward, keys: "forward" } : undefined,
    may.requestConsultation
      ? { id: "consultation", label: t("action.consultation"), onAction: () => setAsked("consultation") }
      : undefined,
    may.returnToQueue
      ? { id: "return", label: t("action.return"), onAction: () => void giveBack(request, t("action.return.done")) }
      : undefined,
    may.end ? { id: "end", label: t("action.end"), onAction: () => setAsked("end") } : undefined,
    may.end ? { id: "endAndDone", label: t("action.endAndDone"), onAction: () => setAsked("endAndDone") } : undefined,
  ];
  const more = entries.filter((entry) => entry !== undefined);
  return (
    <div className={styles.actions}>
      {may.take ? (
        <KeyedButton id="take" onPress={toTake}>
          {t("action.take")}
        </KeyedButton>
      ) : null}
      {may.write ? (
        <KeyedButton id="reply" onPress={onReply}>
          {t("action.reply")}
        </KeyedButton>
      ) : null}
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
        <KeyedButton id="done" kind="secondary" onPress={toMarkDone}>
          {t("action.done")}
        </KeyedButton>
      ) : null}
      {more.length > 0 ? (
        <DisclosureMenu face={t("action.more")} label={t("action.more")} side="start">
          {more.map(({ id, label, onAction, keys }) => (
            <li key={id}>
              <button aria-keyshortcuts={keys && ariaKeys(keys)} onClick={onAction} type="button">
                {label}
                {keys ? <KeyHint id={keys} /> : null}
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

interface KeyedButtonProps {
  readonly id: ShortcutId;
  readonly kind?: "primary" | "secondary";
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function KeyedButton({ id, children, ...button }: KeyedButtonProps) {
  const ariaKeys = useAriaKeys();
  return (
    <Button {...button} aria-keyshortcuts={ariaKeys(id)}>
      {children}
      <KeyHint id={id} />
    </Button>
  );
}
