import { useText } from "../i18n";
import { Banner, Button, Stack, VisuallyHidden } from "../ui";
import styles from "./CallStage.module.css";
import { DeviceProblem, UnpluggedNotice } from "./DeviceNotices";
import { HealthBadge } from "./HealthBadge";
import { othersOf } from "./roster";
import type { Call } from "./use-call";
import { usePartyName } from "./use-party-name";

export interface StageNoticesProps {
  readonly call: Call;
  /** Those who wait in the lobby, for who may admit them. */
  readonly waiting: readonly string[];
  /** How to go on by phone. */
  readonly phoneText?: string | undefined;
}

/** What is to be said in a call: who waits, how the connection is, and what can be done about it. */
export function StageNotices({ call, waiting, phoneText }: StageNoticesProps) {
  const t = useText();
  const { connection, devices } = call;
  const isAlone = othersOf(call.participants).length === 0;
  const [first] = waiting;
  return (
    <Stack gap="s">
      {first === undefined ? null : (
        <Banner
          action={
            <Button isPending={call.isAdmitting} onPress={() => call.admit(first)}>
              {t("call.admit")}
            </Button>
          }
          announce="polite"
          tone="info"
        >
          {t("call.waiting", { n: waiting.length })}
        </Banner>
      )}
      {/* Always there, so that it is announced when it is filled. */}
      <p role="status">
        {connection === "reconnecting"
          ? t("call.reconnecting")
          : connection === "connecting"
            ? t("call.connecting")
            : isAlone && first === undefined
              ? t("call.alone")
              : ""}
      </p>
      {connection === "failed" ? (
        <Banner announce="alert" tone="danger">
          <p>{t("call.failed")}</p>
          {phoneText ? <p>{phoneText}</p> : null}
        </Banner>
      ) : null}
      <HealthLine call={call} />
      <DeviceProblem devices={devices} kind="video" />
      <DeviceProblem devices={devices} kind="audio" />
      <UnpluggedNotice unplugged={devices.unplugged} />
    </Stack>
  );
}

/** Own and theirs; where it is poor, the camera can be closed by one press. */
function HealthLine({ call }: { readonly call: Call }) {
  const t = useText();
  const partyName = usePartyName();
  const { health, theirHealth, participants, camera, connection } = call;
  const isConnected = connection === "connected";
  const poor = othersOf(participants).filter(({ participantId = "" }) => theirHealth.get(participantId) === "poor");
  const isPoor = isConnected && (health === "poor" || poor.length > 0);
  return (
    <>
      <div className={styles.health}>
        {isConnected && health ? <HealthBadge health={health} /> : null}
        {isConnected
          ? poor.map((other) => (
              <span key={other.participantId}>{t("call.health.theirs", { name: partyName(other) })}</span>
            ))
          : null}
      </div>
      {isPoor && camera.isOn ? (
        <Banner
          action={
            <Button onPress={camera.toggle} small>
              {t("call.poor.close")}
            </Button>
          }
          announce="polite"
          tone="warning"
        >
          {t("call.poor")}
        </Banner>
      ) : (
        <VisuallyHidden role="status">{isPoor ? t("call.health.poor") : ""}</VisuallyHidden>
      )}
    </>
  );
}
