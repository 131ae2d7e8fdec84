import { useText } from "@kajo/shared/i18n";
import { serverAheadMs } from "@kajo/shared/rpc";
import { CountdownTo } from "@kajo/shared/ui";
import { isSoon, opensAt, type Remote, standingOf } from "./standing";
import { useOpensText } from "./use-opens-text";

export interface JoinTimeProps {
  readonly appointment: Remote;
  /** By the clock of the server. */
  readonly now: number;
  /** Of the words that say from when on. */
  readonly id?: string;
}

/** From when on one can come; within the hour it is counted down, and said aloud when it is time. */
export function JoinTime({ appointment, now, id }: JoinTimeProps) {
  const t = useText();
  const opensText = useOpensText();
  const standing = standingOf(appointment, now);
  if (standing !== "before" && standing !== "open") return null;
  const opens = opensAt(appointment);
  return (
    <>
      {standing === "before" ? <p id={id}>{opensText(new Date(opens))}</p> : null}
      {isSoon(appointment, now) ? (
        <CountdownTo
          key={opens}
          over={t("online.now")}
          text={(left) => t("online.left", { left })}
          // It counts by the clock of the device.
          until={new Date(opens - serverAheadMs())}
        />
      ) : null}
    </>
  );
}
