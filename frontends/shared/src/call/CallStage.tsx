import { useText } from "../i18n";
import styles from "./CallStage.module.css";
import { OwnPicture } from "./OwnPicture";
import pictureStyles from "./Picture.module.css";
import { RemotePicture } from "./RemotePicture";
import { othersOf } from "./roster";
import { StageNotices, type StageNoticesProps } from "./StageNotices";
import { StageTools } from "./StageTools";
import { usePartyName } from "./use-party-name";

/** A call while one is in it: the others large, oneself small, and what can be done. */
export function CallStage({ call, waiting, phoneText }: StageNoticesProps) {
  const t = useText();
  const partyName = usePartyName();
  return (
    <div className={styles.stage}>
      <div className={styles.pictures}>
        {othersOf(call.participants).map((participant) => (
          <RemotePicture
            key={participant.participantId}
            name={partyName(participant)}
            participant={participant}
            speakerId={call.devices.speakerId}
            stream={call.remoteStreams.get(participant.participantId ?? "")}
          />
        ))}
        <div className={styles.own}>
          <OwnPicture track={call.devices.video.track}>
            <span className={pictureStyles.name}>{t("thread.you")}</span>
          </OwnPicture>
        </div>
      </div>
      <StageTools call={call} />
      <StageNotices call={call} phoneText={phoneText} waiting={waiting} />
    </div>
  );
}
