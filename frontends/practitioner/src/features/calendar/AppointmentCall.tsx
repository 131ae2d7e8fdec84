import { CallPanel } from "@kajo/shared/call";
import { asFailure, useFailureText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import {
  type AppointmentStateJson,
  type JoinWindowJson,
  serverAheadMs,
  useIntent,
  useServerNow,
} from "@kajo/shared/rpc";
import { Banner, Button, CountdownTo, Row, Spinner, Stack } from "@kajo/shared/ui";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useJoinRemoteAppointmentMutation } from "./api";
import { joinMoments, joinStanding } from "./joining";
import { useJoinText } from "./use-join-text";

interface AppointmentCallProps {
  readonly appointmentId: string;
  /** Missing: it is no remote appointment, or is not to take place any more. */
  readonly joining: JoinWindowJson | undefined;
  readonly state: AppointmentStateJson;
  /** One is out of the call. */
  readonly onClosed: () => void;
  /** What can be done once one is out of the call. */
  readonly children: ReactNode;
}

/** From before one may come until after the call. A call that is open stays, whatever becomes of the appointment: it says itself that it is over. */
export function AppointmentCall({ appointmentId, joining, state, onClosed, children }: AppointmentCallProps) {
  const now = useServerNow([...joinMoments(joining), soonAt(joining)]);
  const standing = joining ? joinStanding(joining, now) : "none";
  const { callId, error, isJoining, join, close } = useJoining(appointmentId, joining?.opensAt);
  /** One has come out of the call. */
  const [hasClosed, setClosed] = useState(false);
  const shown = callId === undefined ? (error === undefined ? "outside" : "refused") : "call";
  const place = usePlace(shown, standing === "early");
  // Whoever has come to this page wants to come to the call: at once, or as soon as one may.
  const isAwaited = standing === "open" && shown === "outside" && !hasClosed;
  const onOpen = useEffectEvent(join);
  useEffect(() => {
    if (isAwaited) onOpen();
  }, [isAwaited]);
  const onOver = () => {
    setClosed(true);
    close();
    onClosed();
  };
  const part = () => {
    if (standing === "none") return <Never state={state}>{children}</Never>;
    if (standing === "over") return <Told text="error.reason.join_over">{children}</Told>;
    if (standing === "early") return <Early joining={joining ?? {}} now={now} />;
    if (error !== undefined) return <Refused error={error} isJoining={isJoining} onRetry={join} />;
    return hasClosed ? (
      <Closed isJoining={isJoining} onJoin={join}>
        {children}
      </Closed>
    ) : (
      <Spinner />
    );
  };
  return (
    <div ref={place} tabIndex={-1}>
      {callId === undefined ? (
        <Stack>{part()}</Stack>
      ) : (
        <CallPanel callId={callId} isOrganiser mayEnd onOver={onOver} />
      )}
    </div>
  );
}

/** Where one reads on: what was pressed goes with what is shown, and a call that was waited for opens by itself. */
function usePlace(shown: string, isEarly: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const hasWaited = useRef(false);
  const before = useRef(shown);
  useEffect(() => {
    if (isEarly) hasWaited.current = true;
  }, [isEarly]);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (hasWaited.current || document.activeElement === document.body) place.current?.focus();
    hasWaited.current = false;
  }, [shown]);
  return place;
}

interface Refusal {
  readonly error: unknown;
  readonly opensAt: string | undefined;
}

/** Asks for the call; it is entered in it. `opensAt`: what was refused before it was moved says nothing of what it is now. */
function useJoining(appointmentId: string, opensAt: string | undefined) {
  const intent = useIntent();
  const [callId, setCallId] = useState<string>();
  // It stands while it is tried again, with the button that was pressed.
  const [refusal, setRefusal] = useState<Refusal>();
  const [ask, { isLoading: isJoining }] = useJoinRemoteAppointmentMutation();
  const join = async () => {
    const request = { appointmentId };
    const { data, error } = await ask({ request, idempotencyKey: intent.keyFor(request) });
    if (!data) return setRefusal({ error, opensAt });
    intent.settle();
    setRefusal(undefined);
    setCallId(data.callId ?? "");
  };
  return {
    callId,
    error: refusal?.opensAt === opensAt ? refusal?.error : undefined,
    isJoining,
    join: () => void join(),
    close: () => setCallId(undefined),
  };
}

/** Minutes are counted of no more than an hour. */
const soonMs = 3_600_000;

const soonAt = (joining: JoinWindowJson | undefined) => Date.parse(joining?.opensAt ?? "") - soonMs;

interface EarlyProps {
  readonly joining: JoinWindowJson;
  readonly now: number;
}

function Early({ joining, now }: EarlyProps) {
  const t = useText();
  const joinText = useJoinText();
  return (
    <Banner tone="info">
      {now < soonAt(joining) ? (
        joinText(joining, now)
      ) : (
        <CountdownTo
          over={t("calendar.call.open")}
          text={(left) => t("calendar.call.opens", { left })}
          // It counts by the clock of the device.
          until={new Date(Date.parse(joining.opensAt ?? "") - serverAheadMs())}
        />
      )}
    </Banner>
  );
}

interface NeverProps {
  readonly state: AppointmentStateJson;
  readonly children: ReactNode;
}

function Never({ state, children }: NeverProps) {
  if (state === "APPOINTMENT_STATE_CANCELLED") return <Told text="error.reason.join_cancelled">{children}</Told>;
  if (state === "APPOINTMENT_STATE_DONE") return <Told text="error.reason.join_over">{children}</Told>;
  return <Told text="calendar.call.none">{children}</Told>;
}

interface ToldProps {
  readonly text: "error.reason.join_over" | "error.reason.join_cancelled" | "calendar.call.none";
  readonly children: ReactNode;
}

function Told({ text, children }: ToldProps) {
  const t = useText();
  return (
    <>
      <Banner announce="polite" tone="info">
        {t(text)}
      </Banner>
      {children ? <Row>{children}</Row> : null}
    </>
  );
}

/** After these it would be the same once more. */
const final: readonly (string | undefined)[] = ["join_over", "join_cancelled", "not_found"];

interface RefusedProps {
  readonly error: unknown;
  readonly isJoining: boolean;
  readonly onRetry: () => void;
}

function Refused({ error, isJoining, onRetry }: RefusedProps) {
  const t = useText();
  const failureText = useFailureText();
  const isFinal = final.includes(asFailure(error).reason);
  return (
    <Banner
      action={
        isFinal ? undefined : (
          <Button isPending={isJoining} kind="secondary" onPress={onRetry}>
            {t("errors.retry")}
          </Button>
        )
      }
      announce="alert"
      tone="danger"
    >
      {failureText(error)}
    </Banner>
  );
}

interface ClosedProps {
  readonly isJoining: boolean;
  readonly onJoin: () => void;
  readonly children: ReactNode;
}

/** Out of the call: back into it, on to what follows, or away. */
function Closed({ isJoining, onJoin, children }: ClosedProps) {
  const t = useText();
  return (
    <>
      <Banner announce="polite" tone="info">
        {t("calendar.call.closed")}
      </Banner>
      <Row>
        <Button isPending={isJoining} onPress={onJoin}>
          {t("calendar.call.again")}
        </Button>
        {children}
        <Button kind="quiet" onPress={() => window.close()}>
          {t("calendar.call.closeTab")}
        </Button>
      </Row>
    </>
  );
}
