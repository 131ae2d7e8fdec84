import { useText } from "../i18n";
import styles from "./CallStage.module.css";
import { OwnPicture } from "./OwnPicture";
import pictureStyles from "./Picture.module.css";
import { RemotePicture } from "./RemotePicture";
import { othersOf } from "./roster";
import { StageNotices, type StageNoticesProps } from "./StageNotices";
import { StageTools } from "./StageTools";
import { usePartyName } from "./use-party-name";

export interface CallStageProps extends StageNoticesProps {
  /** They may end it for everybody, and not only leave it. */
  readonly mayEnd: boolean;
}

/** A call while one is in it: the others large, oneself small, and what can be done. */
export function CallStage({ call, mayEnd, waiting, phoneText }: CallStageProps) {
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
      <StageTools call={call} mayEnd={mayEnd} />
      <StageNotices call={call} phoneText={phoneText} waiting={waiting} />
    </div>
  );
}
