import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../i18n";
import styles from "./Picture.module.css";

export interface OwnPictureProps {
  /** undefined: the camera is off. */
  readonly track: MediaStreamTrack | undefined;
  readonly children?: ReactNode;
}

/** What the own camera sees, mirrored and without sound. */
export function OwnPicture({ track, children }: OwnPictureProps) {
  const t = useText();
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current && track) element.current.srcObject = new MediaStream([track]);
  }, [track]);
  return (
    <div className={styles.picture}>
      {track ? (
        <video
          aria-label={t("call.preview")}
          autoPlay
          className={styles.video}
          data-own
          muted
          playsInline
          ref={element}
        />
      ) : (
        <p className={styles.off}>{t("call.camera.off")}</p>
      )}
      {children}
    </div>
  );
}
