import { useLazyPart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useFlushPending } from "@kajo/shared/thread";
import { Button, DisclosureMenu, keepInPane, useNarrow } from "@kajo/shared/ui";
import { useState } from "react";
import { useShortcuts } from "../shortcuts/actions";
import { KeyHint, useAriaKeys } from "../shortcuts/KeyHint";
import type { ShortcutId } from "../shortcuts/shortcuts";
import { useStanding } from "../work-context/standing";
import {
  useAskToShowToGuardiansMutation,
  useEndConversationMutation,
  useParticipateMutation,
  useReturnConversationMutation,
  useTakeConversationMutation,
  useTakeOverConversationMutation,
} from "./api";
import type { Confirmed } from "./Confirmation";
import styles from "./ConversationPane.module.css";
import { markUndoably } from "./done/undoable-marks";
import { isAnonymous } from "./kinds";
import { useAction, useAfter } from "./use-action";

/** Narrower than this, two buttons stand beside each other and no more. */
const twoBelowRem = 30;

export interface ActionsProps {
  readonly conversation: ConversationJson;
  readonly personId: string;
  /** Marked done, and not yet told to the server. */
  readonly isMarked: boolean;
  readonly onOpen: (conversationId: string) => void;
  /** Goes to where the answer is written. */
  readonly onReply: () => void;
}

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  readonly kind?: "primary" | "secondary" | "quiet";
  readonly keys?: ShortcutId;
}

/** What this professional may do now; the server says what that is and guards it. */
export function Actions({ conversation, personId, isMarked, onOpen, onReply }: ActionsProps) {
  const t = useText();
  const [box, narrow] = useNarrow(twoBelowRem);
  const [asked, setAsked] = useState<Confirmed | undefined>();
  const nameOf = (id: string) =>
    conversation.participants?.find((each) => each.personId === id)?.displayName || undefined;
  const take = useAction(useTakeConversationMutation()[0], nameOf);
  const takeOver = useAction(useTakeOverConversationMutation()[0], nameOf);
  const askGuardians = useAction(useAskToShowToGuardiansMutation()[0], nameOf);
  const participate = useAction(useParticipateMutation()[0], nameOf);
  // Neither takes an answer away that could still be taken back when it was asked for.
  const flushPending = useFlushPending(conversation.conversationId ?? "");
  const giveBack = useAction(useReturnConversationMutation()[0], nameOf, flushPending);
  const end = useAction(useEndConversationMutation()[0], nameOf, flushPending);
  const level = useStanding()?.level;
  const log = useLazyPart(() => import("../access-log/ConversationAccessLog"));
  const assign = useLazyPart(() => import("./ChoiceDialogs"));
  const forward = useLazyPart(() => import("./ChoiceDialogs"));
  const consultation = useLazyPart(() => import("./consultation/ConsultationDialog"));
  const patient = useLazyPart(() => import("../ground/OpenPatientDialog"));
  const booking = useLazyPart(() => import("../ground/OpenPatientDialog"));
  const may = conversation.permissions ?? {};
  const request = { conversationId: conversation.conversationId ?? "" };
  const confirmation = useLazyPart(() => import("./Confirmation"));
  const confirm = (what: Confirmed) => {
    setAsked(what);
    confirmation.ask();
  };
  const close = () => {
    setAsked(undefined);
    confirmation.close();
  };
  const [isPending, setPending] = useState(false);
  const untilDone = (action: Promise<boolean>) => {
    setPending(true);
    void action.then(close).finally(() => setPending(false));
  };
  const confirmed: Record<Confirmed, () => Promise<boolean>> = {
    takeOver: () => takeOver(request, t("action.takeOver.done")),
    return: () => giveBack(request, t("action.return.done")),
    end: () => end({ ...request, markDone: false }, t("action.end.done")),
    endAndDone: () => end({ ...request, markDone: true }, t("action.end.done")),
  };
  const toTake = () => void take(request, t("action.take.done"));
  // What was answered goes first: a mark before it would be undone by it.
  const toMarkDone = useAfter(flushPending, () => markUndoably(conversation, personId));
  const mayMarkDone = may.markDone && !isMarked;
  useShortcuts({
    reply: may.write ? onReply : undefined,
    take: may.take ? toTake : undefined,
    done: mayMarkDone ? toMarkDone : undefined,
    forward: may.forward ? forward.ask : undefined,
  });
  const main = present([
    may.take && { id: "take", label: t("action.take"), onAction: toTake, keys: "take", kind: "primary" },
    may.write && {
      id: "reply",
      label: t(isAnonymous(conversation) ? "anonymousForm.write" : "action.reply"),
      onAction: onReply,
      keys: "reply",
      kind: "primary",
    },
    may.takeOver && { id: "takeOver", label: t("action.takeOver"), onAction: () => confirm("takeOver") },
    may.participate && {
      id: "participate",
      label: t("action.participate"),
      onAction: () => void participate(request, t("action.participate.done")),
    },
    mayMarkDone && { id: "done", label: t("action.done"), onAction: toMarkDone, keys: "done" },
  ]);
  const rare = present([
    may.assign && { id: "assign", label: t("action.assign"), onAction: assign.ask },
    may.forward && { id: "forward", label: t("action.forward"), onAction: forward.ask, keys: "forward" },
    may.requestConsultation && {
      id: "consultation",
      label: t("action.consultation"),
      onAction: consultation.ask,
    },
    may.returnToQueue && { id: "return", label: t("action.return"), onAction: () => confirm("return") },
    may.end && { id: "end", label: t("action.end"), onAction: () => confirm("end") },
    may.end && { id: "endAndDone", label: t("action.endAndDone"), onAction: () => confirm("endAndDone") },
    may.askToShowToGuardians && {
      id: "askGuardians",
      label: t("action.askGuardians"),
      onAction: () => void askGuardians(request, t("action.askGuardians.done")),
    },
    conversation.residentId && { id: "patient", label: t("action.openPatient"), onAction: patient.ask },
    conversation.residentId && { id: "booking", label: t("action.bookAppointment"), onAction: booking.ask },
    // It is the log of a person's data, which an anonymous form has not.
    level === "LEVEL_RESPONSIBLE_USER" &&
      !isAnonymous(conversation) && {
        id: "accessLog",
        label: t("accessLog.title"),
        onAction: log.ask,
      },
  ]);
  const opens =
    conversation.kind === "CONVERSATION_KIND_CONSULTATION" ? t("action.openOriginal") : t("action.openConsultation");
  const related: readonly Entry[] = (conversation.relatedConversationIds ?? []).map((id) => ({
    id,
    label: opens,
    onAction: () => onOpen(id),
    kind: "quiet",
  }));
  const { beside, more } = arranged({ main, rare, related }, narrow);
  return (
    <div className={styles.actions} data-narrow={narrow || undefined} ref={box}>
      {beside.map((entry) => (
        <ActionButton entry={entry} key={entry.id} />
      ))}
      {more.length > 0 ? (
        <DisclosureMenu
          keep={keepInPane}
          face={narrow ? t("action.more.short") : t("action.more")}
          label={t("action.more")}
          side={narrow && beside.length > 0 ? "end" : "start"}
        >
          {more.map((entry) => (
            <MenuEntry entry={entry} key={entry.id} />
          ))}
        </DisclosureMenu>
      ) : null}
      {asked && confirmation.part ? (
        <confirmation.part.Confirmation
          asked={asked}
          isPending={isPending}
          onClose={close}
          onConfirm={() => untilDone(confirmed[asked]())}
        />
      ) : null}
      {patient.part ? (
        <patient.part.OpenPatientDialog onClose={patient.close} patientId={conversation.residentId ?? ""} />
      ) : null}
      {booking.part ? (
        <booking.part.OpenPatientDialog
          onClose={booking.close}
          patientId={conversation.residentId ?? ""}
          to="booking"
        />
      ) : null}
      {log.part ? (
        <log.part.ConversationAccessLog
          conversationId={request.conversationId}
          onClose={log.close}
          residentName={conversation.residentName ?? ""}
        />
      ) : null}
      {assign.part ? <assign.part.AssignDialog conversation={conversation} onClose={assign.close} /> : null}
      {forward.part ? <forward.part.ForwardDialog conversation={conversation} onClose={forward.close} /> : null}
      {consultation.part ? (
        <consultation.part.ConsultationDialog conversation={conversation} onClose={consultation.close} />
      ) : null}
    </div>
  );
}

const present = (entries: readonly (Entry | false | "" | undefined)[]): readonly Entry[] =>
  entries.filter((entry) => entry !== undefined && entry !== false && entry !== "");

type Groups = Readonly<Record<"main" | "rare" | "related", readonly Entry[]>>;

/** On a phone what one most likely does stands alone, and all else waits behind one button. */
function arranged({ main, rare, related }: Groups, narrow: boolean) {
  if (!narrow) return { beside: [...main, ...related], more: rare };
  const [first, ...others] = [...main, ...rare, ...related];
  // A menu of one would hide it for nothing.
  const fits = others.length < 2;
  return { beside: first ? [first, ...(fits ? others : [])] : [], more: fits ? [] : others };
}

function ActionButton({ entry: { label, onAction, keys, kind = "secondary" } }: { readonly entry: Entry }) {
  const ariaKeys = useAriaKeys();
  return (
    <Button aria-keyshortcuts={keys && ariaKeys(keys)} kind={kind} onPress={onAction}>
      <span>{label}</span>
      {keys ? <KeyHint id={keys} /> : null}
    </Button>
  );
}

function MenuEntry({ entry: { label, onAction, keys } }: { readonly entry: Entry }) {
  const ariaKeys = useAriaKeys();
  return (
    <li>
      <button aria-keyshortcuts={keys && ariaKeys(keys)} onClick={onAction} type="button">
        <span>{label}</span>
        {keys ? <KeyHint id={keys} /> : null}
      </button>
    </li>
  );
}
