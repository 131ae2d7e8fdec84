import { useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { useRefetchAt } from "../chat-queue/use-refetch-at";
import { useFailureLine } from "../errors/message";
import { useText } from "../i18n";
import { api } from "../rpc/api";
import { useIntent } from "../rpc/use-intent";
import { Button, CountdownDialog, useToast } from "../ui";
import { useAnswerCallInvitationMutation } from "./api";
import { useTypingPause } from "./use-typing-pause";

export interface InvitationDialogProps {
  readonly callId: string;
  /** When the invitation lapses. */
  readonly lapsesAt: string | undefined;
  /** Who invites; empty where that is not told. */
  readonly name?: string | undefined;
  readonly onAnswered?: ((accepted: boolean) => void) | undefined;
}

/** Asks somebody to a video call, once they pause in what they type. Shown as long as the chat says that they are invited. */
export function InvitationDialog(props: InvitationDialogProps) {
  const isPaused = useTypingPause();
  const dispatch = useDispatch();
  // The server ends it; where that is not heard of, it is asked.
  useRefetchAt(props.lapsesAt, () => void dispatch(api.util.invalidateTags(["Chat"])));
  return isPaused ? <Shown {...props} /> : null;
}

function Shown({ callId, lapsesAt, name = "", onAnswered }: InvitationDialogProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const words = useRef<HTMLParagraphElement>(null);
  const secondsLeft = useSecondsLeft(lapsesAt);
  const [answer, { isLoading, originalArgs }] = useAnswerCallInvitationMutation();
  const send = async (accepted: boolean) => {
    const request = { callId, accepted };
    const { error } = await answer({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    onAnswered?.(accepted);
  };
  const isSent = (accepted: boolean) => isLoading && originalArgs?.request.accepted === accepted;
  return (
    <CountdownDialog
      actions={
        <>
          <Button isDisabled={isSent(false)} isPending={isSent(true)} onPress={() => void send(true)}>
            {t("call.invitation.accept")}
          </Button>
          <Button isDisabled={isSent(true)} isPending={isSent(false)} kind="secondary" onPress={() => void send(false)}>
            {t("call.invitation.decline")}
          </Button>
        </>
      }
      // A key that was meant for the field must answer nothing.
      first={words}
      left={(seconds) => t("call.invitation.left", { seconds })}
      onClose={() => words.current?.focus()}
      secondsLeft={secondsLeft}
      title={t("call.invitation.title")}
    >
      <p ref={words} tabIndex={-1}>
        {name === "" ? t("call.invitation.professional") : t("call.invitation.text", { name })}
      </p>
    </CountdownDialog>
  );
}

/** Whole seconds, never below none. */
function useSecondsLeft(until: string | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return until ? Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000)) : 0;
}
