import { useEffect, useId, useRef } from "react";
import { useText } from "../i18n";
import styles from "./LevelMeter.module.css";
import { watchLevel } from "./level";

/** Shows that a microphone hears something. */
export function LevelMeter({ track }: { readonly track: MediaStreamTrack | undefined }) {
  const t = useText();
  const id = useId();
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    if (!track) return;
    return watchLevel(track, (level) => {
      if (meter.current) meter.current.value = level;
    });
  }, [track]);
  if (!track) return null;
  return (
    <div>
      <meter
        aria-describedby={id}
        aria-label={t("call.microphone.level")}
        className={styles.meter}
        max={1}
        min={0}
        ref={meter}
      />
      <p className={styles.hint} id={id}>
        {t("call.microphone.speak")}
      </p>
    </div>
  );
}
