import { CallPanel, useEndCallMutation } from "@kajo/shared/call";
import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import type { ChatCallJson } from "@kajo/shared/rpc";
import { Banner, Button, CountdownTo, VisuallyHidden } from "@kajo/shared/ui";
import { useEffect, useRef } from "react";
import styles from "./ChatPane.module.css";
import { callOverText } from "./call-over";

export interface CallPartProps {
  readonly call: ChatCallJson;
  /** What the customer is called. */
  readonly name: string;
  /** Where they can be called when no picture comes through. */
  readonly phone: string | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The call of a chat (CHA-07): that an answer is awaited, the call itself, the way back to one that goes on, and what has become of it. */
export function CallPart({ call, name, phone, isOpen, onOpen, onClose }: CallPartProps) {
  const t = useText();
  const { callId = "", state } = call;
  const place = useRef<HTMLDivElement>(null);
  const shown = `${state} ${isOpen}`;
  const before = useRef("");
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    // What was pressed has gone: the button that invites, or one in here.
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [shown]);
  const overText = state === "CALL_STATE_ENDED" && !isOpen ? callOverText(t, call) : "";
  return (
    <div className={styles.call} ref={place} tabIndex={-1}>
      {isOpen ? (
        <CallPanel
          callId={callId}
          isOrganiser
          onOver={onClose}
          phoneText={phone ? t("chatWork.call.phone", { phone }) : undefined}
        />
      ) : null}
      {state === "CALL_STATE_INVITED" ? <Awaited call={call} /> : null}
      {state === "CALL_STATE_ON" && !isOpen ? (
        <Banner
          action={
            <Button onPress={onOpen} small>
              {t("chatWork.call.return")}
            </Button>
          }
          announce="polite"
          tone="info"
        >
          {call.customer === "CALL_PRESENCE_LOBBY" ? t("chatWork.call.inLobby", { name }) : t("chatWork.call.on")}
        </Banner>
      ) : null}
      {/* Whoever writes in the chat at this moment is told as well that it has come up beside it. */}
      <VisuallyHidden role="status">
        {isOpen && state === "CALL_STATE_ON" ? t("chatWork.call.accepted") : overText}
      </VisuallyHidden>
      {overText ? <p className={styles.over}>{overText}</p> : null}
    </div>
  );
}

/** They were invited and have not answered; the invitation can be taken back. */
function Awaited({ call: { callId = "", lapsesAt } }: { readonly call: ChatCallJson }) {
  const t = useText();
  const withdraw = useDeed(useEndCallMutation());
  return (
    <Banner
      action={
        <Button isPending={withdraw.isPending} kind="secondary" onPress={() => void withdraw.run({ callId })} small>
          {t("chatWork.call.withdraw")}
        </Button>
      }
      tone="info"
    >
      {lapsesAt ? (
        <CountdownTo
          over={t("chatWork.call.awaited.over")}
          text={(left) => t("chatWork.call.awaited", { left })}
          until={new Date(lapsesAt)}
        />
      ) : null}
    </Banner>
  );
}
