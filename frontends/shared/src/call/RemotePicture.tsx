/* oxlint-disable jsx-a11y/media-has-caption -- what somebody says at this moment has no captions */
import { MicOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useText } from "../i18n";
import type { CallParticipantJson } from "../rpc/gen/kajo/chat_queue/v1/call_pb";
import { Button, VisuallyHidden } from "../ui";
import styles from "./Picture.module.css";

export interface RemotePictureProps {
  readonly participant: CallParticipantJson;
  readonly name: string;
  readonly stream: MediaStream | undefined;
  /** Where it sounds; "": where the browser says. */
  readonly speakerId: string;
}

/** Somebody else in a call: what their camera sees and their microphone hears, and whether these are on. */
export function RemotePicture({ participant, name, stream, speakerId }: RemotePictureProps) {
  const t = useText();
  const picture = useRef<HTMLVideoElement>(null);
  const sound = useRef<HTMLAudioElement>(null);
  const { isSilenced, play } = useSound(sound);
  useEffect(() => {
    for (const { current } of [picture, sound]) if (current) current.srcObject = stream ?? null;
  }, [stream]);
  useEffect(() => {
    if (sound.current && speakerId && "setSinkId" in sound.current) {
      void sound.current.setSinkId(speakerId).catch(() => {});
    }
  }, [speakerId]);
  const { cameraOn = false, microphoneOn = false } = participant;
  return (
    <figure className={styles.picture} data-participant={participant.participantId}>
      <video
        aria-hidden={cameraOn ? undefined : true}
        aria-label={name}
        autoPlay
        className={styles.video}
        data-off={cameraOn ? undefined : true}
        muted
        playsInline
        ref={picture}
      />
      {/* Apart: with the picture it would wait for the first frame, and who has no camera would not be heard. */}
      {/* biome-ignore lint/a11y/useMediaCaption: what somebody says at this moment has no captions */}
      <audio autoPlay onLoadedMetadata={play} ref={sound} />
      {cameraOn ? null : <p className={styles.off}>{t("call.camera.off")}</p>}
      {isSilenced ? (
        <span className={styles.sound}>
          <Button onPress={play} small>
            {t("call.sound")}
          </Button>
        </span>
      ) : null}
      <figcaption className={styles.name}>
        {microphoneOn ? null : (
          <>
            <MicOff aria-hidden="true" size={16} />
            <VisuallyHidden>{t("call.microphone.off")}</VisuallyHidden>
          </>
        )}
        <span translate="no">{name}</span>
      </figcaption>
    </figure>
  );
}

/** Some browsers let a page sound only once somebody has pressed something in it. */
function useSound(element: { readonly current: HTMLAudioElement | null }) {
  const [isSilenced, setSilenced] = useState(false);
  const play = async () => {
    try {
      await element.current?.play();
      setSilenced(false);
    } catch (error) {
      setSilenced((error as Error).name === "NotAllowedError");
    }
  };
  return { isSilenced, play: () => void play() };
}
