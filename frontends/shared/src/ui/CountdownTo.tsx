import { useEffect, useRef, useState } from "react";
import { useText } from "../i18n";
import styles from "./CountdownTo.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

export interface CountdownToProps {
  readonly until: Date;
  /** What is said of the time that is left, for example "The time is held for you: 4 min 32 s". */
  readonly text: (left: string) => string;
  /** What is said when it is over. */
  readonly over: string;
  readonly onOver?: () => void;
}

/** Seconds left at which it is read out: one who hears it each second hears nothing else. */
const moments = [120, 60, 30];

/** Counts down to a moment in the page. What it is counted for goes on beside it. */
export function CountdownTo({ until, text, over, onOver }: CountdownToProps) {
  const t = useText();
  const left = useSecondsTo(until);
  const told = useRef(false);
  useEffect(() => {
    if (left > 0 || told.current) return;
    told.current = true;
    onOver?.();
  }, [left, onOver]);
  const said = (seconds: number) =>
    text(t("ui.countdown.left", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }));
  const passed = moments.filter((moment) => left <= moment).at(-1);
  return (
    <div className={styles.countdown}>
      <p role="timer">{left > 0 ? said(left) : over}</p>
      <VisuallyHidden role="status">{left <= 0 ? over : passed === undefined ? "" : said(passed)}</VisuallyHidden>
    </div>
  );
}

/** Whole seconds, never below none. */
function useSecondsTo(until: Date): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until.getTime() - now) / 1_000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
