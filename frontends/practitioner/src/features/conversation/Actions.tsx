import { usePart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useSettle } from "@kajo/shared/thread";
import { Button, ConfirmDialog, DisclosureMenu, keepInPane, useNarrow } from "@kajo/shared/ui";
import { useState } from "react";
import { useShortcuts } from "../shortcuts/actions";
import { KeyHint, useAriaKeys } from "../shortcuts/KeyHint";
import type { ShortcutId } from "../shortcuts/shortcuts";
import { useLevel } from "../work-context/use-level";
import {
  useEndConversationMutation,
  useParticipateMutation,
  useReturnConversationMutation,
  useTakeConversationMutation,
  useTakeOverConversationMutation,
} from "./api";
import { AssignDialog, ConsultationDialog, ForwardDialog } from "./ChoiceDialogs";
import styles from "./ConversationPane.module.css";
import { holdMark } from "./done/held";
import { useAction, useAfter } from "./use-action";

type Asked = "end" | "endAndDone" | "return" | "takeOver" | "assign" | "forward" | "consultation";

/** Narrower than this, two buttons stand beside each other and no more. */
const twoBelowRem = 30;

export interface ActionsProps {
  readonly conversation: ConversationJson;
  readonly personId: string;
  /** Marked done, and not yet told to the server. */
  readonly isHeld: boolean;
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
export function Actions({ conversation, personId, isHeld, onOpen, onReply }: ActionsProps) {
  const t = useText();
  const [box, narrow] = useNarrow(twoBelowRem);
  const [asked, setAsked] = useState<Asked | undefined>();
  const nameOf = (id: string) =>
    conversation.participants?.find((each) => each.personId === id)?.displayName || undefined;
  const take = useAction(useTakeConversationMutation()[0], nameOf);
  const takeOver = useAction(useTakeOverConversationMutation()[0], nameOf);
  const participate = useAction(useParticipateMutation()[0], nameOf);
  // Neither takes an answer away that could still be taken back when it was asked for.
  const settle = useSettle(conversation.conversationId ?? "");
  const giveBack = useAction(useReturnConversationMutation()[0], nameOf, settle);
  const end = useAction(useEndConversationMutation()[0], nameOf, settle);
  const level = useLevel();
  const log = usePart(() => import("../access-log/ConversationAccessLog"));
  const may = conversation.permissions ?? {};
  const request = { conversationId: conversation.conversationId ?? "" };
  const close = () => setAsked(undefined);
  const [isPending, setPending] = useState(false);
  const untilDone = (action: Promise<boolean>) => {
    setPending(true);
    void action.then(close).finally(() => setPending(false));
  };
  const toTake = () => void take(request, t("action.take.done"));
  // What was answered goes first: a mark before it would be undone by it.
  const toMarkDone = useAfter(settle, () => holdMark(conversation, personId));
  const toForward = () => setAsked("forward");
  const mayMarkDone = may.markDone && !isHeld;
  useShortcuts({
    reply: may.write ? onReply : undefined,
    take: may.take ? toTake : undefined,
    done: mayMarkDone ? toMarkDone : undefined,
    forward: may.forward ? toForward : undefined,
  });
  const main = present([
    may.take && { id: "take", label: t("action.take"), onAction: toTake, keys: "take", kind: "primary" },
    may.write && { id: "reply", label: t("action.reply"), onAction: onReply, keys: "reply", kind: "primary" },
    may.takeOver && { id: "takeOver", label: t("action.takeOver"), onAction: () => setAsked("takeOver") },
    may.participate && {
      id: "participate",
      label: t("action.participate"),
      onAction: () => void participate(request, t("action.participate.done")),
    },
    mayMarkDone && { id: "done", label: t("action.done"), onAction: toMarkDone, keys: "done" },
  ]);
  const rare = present([
    may.assign && { id: "assign", label: t("action.assign"), onAction: () => setAsked("assign") },
    may.forward && { id: "forward", label: t("action.forward"), onAction: toForward, keys: "forward" },
    may.requestConsultation && {
      id: "consultation",
      label: t("action.consultation"),
      onAction: () => setAsked("consultation"),
    },
    may.returnToQueue && { id: "return", label: t("action.return"), onAction: () => setAsked("return") },
    may.end && { id: "end", label: t("action.end"), onAction: () => setAsked("end") },
    may.end && { id: "endAndDone", label: t("action.endAndDone"), onAction: () => setAsked("endAndDone") },
    level === "LEVEL_RESPONSIBLE_USER" && {
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
      <ConfirmDialog
        confirm={t("action.takeOver")}
        isOpen={asked === "takeOver"}
        isPending={isPending}
        onClose={close}
        onConfirm={() => untilDone(takeOver(request, t("action.takeOver.done")))}
        title={t("action.takeOver")}
      >
        <p>{t("action.takeOver.text")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        confirm={t("action.return")}
        isOpen={asked === "return"}
        isPending={isPending}
        onClose={close}
        onConfirm={() => untilDone(giveBack(request, t("action.return.done")))}
        title={t("action.return")}
      >
        <p>{t("action.return.text")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        confirm={t(asked === "endAndDone" ? "action.endAndDone" : "action.end")}
        danger
        isOpen={asked === "end" || asked === "endAndDone"}
        isPending={isPending}
        onClose={close}
        onConfirm={() => untilDone(end({ ...request, markDone: asked === "endAndDone" }, t("action.end.done")))}
        title={t(asked === "endAndDone" ? "action.endAndDone" : "action.end")}
      >
        <p>{t("action.end.text")}</p>
      </ConfirmDialog>
      {log.part ? (
        <log.part.ConversationAccessLog
          conversationId={request.conversationId}
          onClose={log.close}
          residentName={conversation.residentName ?? ""}
        />
      ) : null}
      {asked === "assign" ? <AssignDialog conversation={conversation} onClose={close} /> : null}
      {asked === "forward" ? <ForwardDialog conversation={conversation} onClose={close} /> : null}
      {asked === "consultation" ? <ConsultationDialog conversation={conversation} onClose={close} /> : null}
    </div>
  );
}

const present = (entries: readonly (Entry | false | undefined)[]): readonly Entry[] =>
  entries.filter((entry) => entry !== undefined && entry !== false);

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
      {label}
      {keys ? <KeyHint id={keys} /> : null}
    </Button>
  );
}

function MenuEntry({ entry: { label, onAction, keys } }: { readonly entry: Entry }) {
  const ariaKeys = useAriaKeys();
  return (
    <li>
      <button aria-keyshortcuts={keys && ariaKeys(keys)} onClick={onAction} type="button">
        {label}
        {keys ? <KeyHint id={keys} /> : null}
      </button>
    </li>
  );
}
