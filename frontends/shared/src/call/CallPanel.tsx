import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useText } from "../i18n";
import { UnsavedDialog, useUnsavedGuard } from "../patterns";
import { useSessionHeld } from "../session/activity";
import { Button, Row } from "../ui";
import styles from "./CallPanel.module.css";
import { CallStage } from "./CallStage";
import { DevicePicker } from "./DevicePicker";
import { Lobby } from "./Lobby";
import { type Call, useCall } from "./use-call";
import { useChatCall } from "./use-chat-call";
import { useCallEndText } from "./use-end-text";
import { useWakeLock } from "./use-wake-lock";

export interface CallPanelProps {
  readonly callId: string;
  /** Who has called the others together, and admits them where that is for them to do. */
  readonly isOrganiser: boolean;
  /** They may end it for everybody. Whoever may not leaves alone, and waits for the professional to come. */
  readonly mayEnd?: boolean | undefined;
  /** Of who says themselves what they are called. */
  readonly name?: string | undefined;
  /** For what one waits in the lobby, where it is something else than to be let in. */
  readonly lobbyText?: string | undefined;
  /** There is nothing more to see of it. */
  readonly onOver: () => void;
  /** One could not come, or may not stay: it is told here, and may mean more to the page around it. */
  readonly onRefused?: (() => void) | undefined;
  /** How to go on by phone where no connection comes about. */
  readonly phoneText?: string | undefined;
}

/** A call from before one comes until after it is over. */
export function CallPanel(props: CallPanelProps) {
  return <Opened key={props.callId} {...props} />;
}

function Opened({ callId, isOrganiser, mayEnd = true, name, lobbyText, onOver, onRefused, phoneText }: CallPanelProps) {
  const t = useText();
  const titleId = useId();
  const call = useCall(callId, name);
  const waiting = useWaiting(callId, isOrganiser);
  const endText = useCallEndText();
  const [hasLeft, setLeft] = useState(false);
  const { phase, failure } = call;
  const refused = useEffectEvent(() => onRefused?.());
  useEffect(() => {
    if (failure !== undefined) refused();
  }, [failure]);
  const isOn = phase === "lobby" || phase === "in";
  useSessionHeld(isOn);
  useWakeLock(isOn);
  // Whoever goes to another page leaves it.
  const guard = useUnsavedGuard(isOn);
  const step: Step = phase === "out" && hasLeft ? "left" : stepOf[phase];
  const heading = useFocusedHeading(step, waiting.length);
  const leave = () => {
    setLeft(true);
    call.leave();
  };
  const back = () => {
    setLeft(false);
    call.prepare();
  };
  const close = (
    <Button kind="secondary" onPress={onOver}>
      {t("ui.close")}
    </Button>
  );
  const parts: Record<Step, () => ReactNode> = {
    before: () => (
      <DevicePicker
        devices={call.devices}
        failure={failure}
        isJoining={phase === "entering"}
        onCancel={onOver}
        onJoin={call.join}
      />
    ),
    lobby: () => (
      <Lobby
        devices={call.devices}
        onLeave={leave}
        text={lobbyText ?? (mayEnd ? t("call.lobby.text") : t("call.lobby.appointment"))}
      />
    ),
    in: () => <CallStage call={{ ...call, leave }} mayEnd={mayEnd} phoneText={phoneText} waiting={waiting} />,
    left: () => (
      <After text={t("call.left.text")}>
        <Button onPress={back}>{t("call.back")}</Button>
        {close}
      </After>
    ),
    elsewhere: () => (
      <After text={t("call.elsewhere.text")}>
        <Button onPress={back}>{t("call.elsewhere.here")}</Button>
        {close}
      </After>
    ),
    over: () => <After text={endText(call.end, call.hasEnded)}>{close}</After>,
  };
  return (
    <section aria-labelledby={titleId} className={styles.panel}>
      <h2 className={styles.title} id={titleId} ref={heading} tabIndex={-1}>
        {t(titles[step])}
      </h2>
      {parts[step]()}
      <UnsavedDialog
        guard={guard}
        leave={t("call.leave")}
        stay={t("call.leaving.stay")}
        text={t("call.leaving.text")}
        title={t("call.leaving.title")}
      />
    </section>
  );
}

type Step = "before" | "lobby" | "in" | "left" | "elsewhere" | "over";

const stepOf: Readonly<Record<Call["phase"], Step>> = {
  out: "before",
  entering: "before",
  lobby: "lobby",
  in: "in",
  elsewhere: "elsewhere",
  over: "over",
};

const titles = {
  before: "call.before.title",
  lobby: "call.lobby.title",
  in: "call.title",
  left: "call.left.title",
  elsewhere: "call.elsewhere.title",
  over: "call.over",
} as const satisfies Record<Step, string>;

/** Those whom the organiser can admit: in a chat. In an appointment nobody waits once a professional has come. */
function useWaiting(callId: string, isOrganiser: boolean): readonly string[] {
  const { customer, customerParticipantId } = useChatCall(callId) ?? {};
  return isOrganiser && customer === "CALL_PRESENCE_LOBBY" && customerParticipantId ? [customerParticipantId] : [];
}

/** What had the focus goes with its step, or once somebody was admitted: one reads on from the heading. */
function useFocusedHeading(step: Step, waiting: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef({ step, waiting });
  useEffect(() => {
    const { step: stepBefore, waiting: waitingBefore } = before.current;
    before.current = { step, waiting };
    const isGone = waiting < waitingBefore && document.activeElement === document.body;
    if (step !== stepBefore || isGone) heading.current?.focus();
  }, [step, waiting]);
  return heading;
}

function After({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <>
      <p>{text}</p>
      <Row>{children}</Row>
    </>
  );
}
