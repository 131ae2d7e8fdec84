import { useFailureText } from "../errors/message";
import { useText } from "../i18n";
import { Banner, Button, Row, Stack, Switch } from "../ui";
import { DeviceChoice, SpeakerChoice } from "./DeviceChoices";
import { DeviceProblem, UnpluggedNotice } from "./DeviceNotices";
import styles from "./DevicePicker.module.css";
import { LevelMeter } from "./LevelMeter";
import type { KindView } from "./local-media";
import { OwnPicture } from "./OwnPicture";
import type { Devices } from "./use-devices";

export interface DevicePickerProps {
  /** What `useDevices` says. */
  readonly devices: Devices;
  readonly isJoining?: boolean;
  /** Why one could not come. */
  readonly failure?: unknown;
  /** Missing: devices are tried, and no call is there to come to. */
  readonly onJoin?: (() => void) | undefined;
  /** The way back, without having come. */
  readonly onCancel?: (() => void) | undefined;
}

/** Before a call: sees oneself, hears that the microphone hears, chooses devices, and comes with them or without. */
export function DevicePicker({ devices, isJoining = false, failure, onJoin, onCancel }: DevicePickerProps) {
  const t = useText();
  const failureText = useFailureText();
  const { video, audio, isAsking, unplugged } = devices;
  return (
    <div className={styles.picker}>
      <Stack>
        <OwnPicture track={video.track} />
        {/* Always there, so that it is announced when it is filled. */}
        <p role="status">{isAsking ? t("call.asking") : ""}</p>
        <UnpluggedNotice unplugged={unplugged} />
      </Stack>
      <Stack>
        <Switch isSelected={video.isWanted} label={t("call.camera")} onChange={(isOn) => devices.turn("video", isOn)} />
        <DeviceProblem devices={devices} kind="video" />
        {video.isWanted ? <DeviceChoice devices={devices} kind="video" /> : null}
        <Switch
          isSelected={audio.isWanted}
          label={t("call.microphone")}
          onChange={(isOn) => devices.turn("audio", isOn)}
        />
        <DeviceProblem devices={devices} kind="audio" />
        {audio.isWanted ? <DeviceChoice devices={devices} kind="audio" /> : null}
        <LevelMeter track={audio.track} />
        <SpeakerChoice devices={devices} />
      </Stack>
      <div className={styles.join}>
        {failure === undefined ? null : (
          <Banner announce="alert" tone="danger">
            {failureText(failure)}
          </Banner>
        )}
        <Row>
          {onJoin ? (
            <Button isPending={isJoining} onPress={onJoin}>
              {t(joinWords(gives(video), gives(audio)))}
            </Button>
          ) : null}
          {onCancel ? (
            <Button kind="secondary" onPress={onCancel}>
              {t("ui.cancel")}
            </Button>
          ) : null}
        </Row>
      </div>
    </div>
  );
}

const gives = ({ isWanted, failure }: KindView) => isWanted && failure === undefined;

function joinWords(withCamera: boolean, withMicrophone: boolean) {
  if (withCamera) return withMicrophone ? "call.join" : "call.join.noMicrophone";
  return withMicrophone ? "call.join.noCamera" : "call.join.listen";
}
