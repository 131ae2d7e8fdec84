import { asFailure, LoadFailed, PartBoundary } from "@kajo/shared/errors";
import { LocalizedLine, useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Thread, useReadMarker } from "@kajo/shared/thread";
import { Banner, Spinner, Stack } from "@kajo/shared/ui";
import { lazy, Suspense, useRef } from "react";
import { NonDisclosure } from "../non-disclosure/NonDisclosure";
import { SurveysOfConversation } from "../patient-surveys/SurveysOfConversation";
import { Actions } from "./Actions";
import { Called } from "./Called";
import { ColleaguesTask } from "./ColleaguesTask";
import styles from "./ConversationPane.module.css";
import { useUndoableMarks } from "./done/undoable-marks";
import { isAnonymous } from "./kinds";
import { Reply } from "./Reply";
import { useConfirmedConversation } from "./use-confirmed-conversation";
import { usePaneFocus } from "./use-pane-focus";
import { VisibilityLine } from "./visibility/VisibilityLine";

const TaskOfConversation = lazy(async () => ({
  default: (await import("../customer-task/TaskOfConversation")).TaskOfConversation,
}));

const FormOfConversation = lazy(async () => ({
  default: (await import("./form-answers/FormOfConversation")).FormOfConversation,
}));

export interface ConversationPaneProps {
  readonly conversationId: string;
  readonly onOpen: (conversationId: string) => void;
}

/** One conversation beside the list. */
export function ConversationPane({ conversationId, onOpen }: ConversationPaneProps) {
  const { data: session } = useGetSessionQuery();
  const { ownerId, confirm, data, error, refetch } = useConfirmedConversation(conversationId);
  const personId = session?.user.personId ?? "";
  const conversation = data?.conversation;
  useReadMarker(conversation, personId);
  const t = useText();
  // Given away to others meanwhile, by oneself or by a colleague: what was here before is not to be read any more.
  if (error && asFailure(error).reason === "not_found") {
    return (
      <div className={styles.waiting}>
        <Banner announce="polite" tone="info">
          {t("conversation.gone")}
        </Banner>
      </div>
    );
  }
  if (ownerId !== undefined) return <ColleaguesTask onConfirm={confirm} ownerId={ownerId} />;
  if (!conversation) {
    return (
      <div className={styles.waiting}>
        {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Spinner />}
      </div>
    );
  }
  return <Conversation conversation={conversation} onOpen={onOpen} personId={personId} />;
}

interface ConversationProps extends Pick<ConversationPaneProps, "onOpen"> {
  readonly conversation: ConversationJson;
  readonly personId: string;
}

/** What it is about and what can be done, the thread, and the answer of whoever owns it. */
function Conversation({ conversation, personId, onOpen }: ConversationProps) {
  const t = useText();
  const pane = useRef<HTMLElement>(null);
  const isMarked = useUndoableMarks().some((mark) => mark.conversationId === conversation.conversationId);
  const isDone =
    isMarked || conversation.participants?.some((each) => each.personId === personId && each.done) === true;
  const heading = usePaneFocus(pane, conversation, isMarked);
  const reply = () => {
    const area = pane.current?.querySelector<HTMLTextAreaElement>("textarea[name=reply]");
    area?.form?.scrollIntoView({ block: "nearest" });
    area?.focus();
  };
  return (
    <article className={styles.pane} ref={pane}>
      <div className={styles.head}>
        <header>
          <h2 className={styles.heading} ref={heading} tabIndex={-1}>
            <Called of={conversation} />
          </h2>
          <p className={styles.over}>
            <LocalizedLine
              first={conversation.residentName}
              // What has no topic is called as its queue is, and that stands above.
              texts={[conversation.categoryName, conversation.topic ? conversation.subcategoryName : undefined]}
            />
          </p>
          {conversation.residentNonDisclosure ? <NonDisclosure /> : null}
        </header>
        <Actions conversation={conversation} isMarked={isMarked} onOpen={onOpen} onReply={reply} personId={personId} />
      </div>
      <Stack gap="m">
        <State conversation={conversation} isDone={isDone} personId={personId} />
        {isAnonymous(conversation) ? <Banner tone="info">{t("anonymousForm.unknownSender")}</Banner> : null}
        {conversation.customerTaskId ? (
          <Suspense fallback={<Spinner />}>
            <TaskOfConversation customerTaskId={conversation.customerTaskId} />
          </Suspense>
        ) : null}
        {conversation.formResponseId ? (
          <PartBoundary of={conversation.conversationId}>
            <Suspense fallback={<Spinner />}>
              <FormOfConversation conversation={conversation} key={conversation.conversationId} />
            </Suspense>
          </PartBoundary>
        ) : null}
        {conversation.residentId ? (
          <SurveysOfConversation
            conversationId={conversation.conversationId ?? ""}
            key={conversation.conversationId}
            patientId={conversation.residentId}
          />
        ) : null}
        {conversation.guardiansAskedFor ? <Banner tone="info">{t("conversation.guardiansAsked")}</Banner> : null}
        <Thread conversation={conversation} personId={personId} visibility={VisibilityLine} />
        <Reply conversation={conversation} />
      </Stack>
    </article>
  );
}

interface StateProps {
  readonly conversation: ConversationJson;
  readonly personId: string;
  /** Marked done by who looks: it goes on for everybody else, unlike one that has ended. */
  readonly isDone: boolean;
}

/** Who has it; whether it is done or has ended (CON-08); why one cannot write. */
function State({ conversation, personId, isDone }: StateProps) {
  const t = useText();
  const owner = conversation.participants?.find((each) => each.owner);
  const name = owner && owner.personId !== personId ? (owner.displayName ?? "") : undefined;
  // Who asked a consultation writes to who answers it.
  const writes = conversation.permissions?.write === true;
  if (conversation.state === "CONVERSATION_STATE_ENDED") {
    return <Banner tone="info">{t("conversation.state.ended")}</Banner>;
  }
  if (conversation.state === "CONVERSATION_STATE_QUEUED") {
    const toWrite = isAnonymous(conversation) ? "anonymousForm.queued" : "conversation.state.queued";
    const waits = writes ? "conversation.state.queuedWrites" : toWrite;
    return <Banner tone="info">{t(isDone ? "conversation.state.doneQueued" : waits)}</Banner>;
  }
  if (name === undefined) {
    return isDone ? (
      <Banner tone="info">{t("conversation.state.doneOwn")}</Banner>
    ) : (
      <Banner tone="success">{t("conversation.state.own")}</Banner>
    );
  }
  const handled = writes ? "conversation.state.otherWrites" : "conversation.state.other";
  return (
    <Banner announce="polite" tone={isDone || writes ? "info" : "warning"}>
      {t(isDone ? "conversation.state.doneOther" : handled, { name })}
    </Banner>
  );
}
