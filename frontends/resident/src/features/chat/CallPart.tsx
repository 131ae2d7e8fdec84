import { CallPanel, InvitationDialog } from "@kajo/shared/call";
import { useText } from "@kajo/shared/i18n";
import type { ChatCallJson } from "@kajo/shared/rpc";
import { Banner, Button, VisuallyHidden } from "@kajo/shared/ui";
import { useEffect, useRef, useState } from "react";
import styles from "./Chat.module.css";
import { callOverText } from "./call-over";
import { isCallOn, isInvitation } from "./use-calls-of";

export interface CallPartProps {
  readonly call: ChatCallJson;
  /** What the professional is called. */
  readonly name: string;
}

/** What they said to a call in this tab. */
interface Said {
  readonly callId: string;
  /** They came, and have not left. */
  readonly isIn: boolean;
}

/** The call of a chat (CHA-07): the invitation, the call itself once they come, the way back to one that goes on, and what has become of it. */
export function CallPart({ call, name }: CallPartProps) {
  const t = useText();
  const { callId = "", state, lapsesAt } = call;
  const [said, setSaid] = useState<Said>();
  const hasSaid = said?.callId === callId;
  const isIn = said?.callId === callId && said.isIn;
  const say = (comes: boolean) => setSaid({ callId, isIn: comes });
  const overText = state === "CALL_STATE_ENDED" && !isIn ? callOverText(t, call) : "";
  const panel = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Whoever comes goes on there, also from the field in which they were writing.
    if (isIn) panel.current?.focus();
  }, [isIn]);
  const shown = `${state} ${isIn}`;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    // What had the focus has gone with the call or the invitation.
    if (document.activeElement === document.body) (back.current ?? line.current)?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <>
      {isIn ? (
        <div className={styles.call} ref={panel} tabIndex={-1}>
          <CallPanel callId={callId} isOrganiser={false} onOver={() => say(false)} />
        </div>
      ) : null}
      {isInvitation(call) && !hasSaid ? (
        <InvitationDialog callId={callId} key={callId} lapsesAt={lapsesAt} name={name} onAnswered={say} />
      ) : null}
      {isCallOn(call) && !isIn ? (
        <Banner
          action={
            <Button onPress={() => say(true)} ref={back} small>
              {t("chat.call.return")}
            </Button>
          }
          announce="polite"
          tone="info"
        >
          {t("chat.call.on")}
        </Banner>
      ) : null}
      <VisuallyHidden role="status">{overText}</VisuallyHidden>
      {overText ? (
        <p className={styles.quiet} ref={line} tabIndex={-1}>
          {overText}
        </p>
      ) : null}
    </>
  );
}
