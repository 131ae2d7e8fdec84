import { dateTimeText, useLanguage, useText } from "../i18n";
import type { OwnSessionJson } from "../rpc";
import { deviceName } from "./device";

/** What tells sessions apart, by their ids: the device, and where two are alike when each was signed in, and in what order. */
export function useSessionNames(sessions: readonly OwnSessionJson[]): ReadonlyMap<string, string> {
  const t = useText();
  const language = useLanguage();
  const device = (session: OwnSessionJson) => deviceName(session.device) || t("sessions.device.unknown");
  const timed = (session: OwnSessionJson) =>
    t("sessions.device.begun", {
      device: device(session),
      time: dateTimeText(language, new Date(session.begunAt ?? 0)),
    });
  const alike = (name: (session: OwnSessionJson) => string, session: OwnSessionJson) =>
    sessions.filter((other) => name(other) === name(session));
  const named = (session: OwnSessionJson): string => {
    if (alike(device, session).length < 2) return device(session);
    const sameMinute = alike(timed, session);
    if (sameMinute.length < 2) return timed(session);
    const inOrder = sameMinute.map(({ begunAt = "" }) => begunAt).sort();
    return `${timed(session)} (${inOrder.indexOf(session.begunAt ?? "") + 1})`;
  };
  return new Map(sessions.map((session) => [session.sessionId ?? "", named(session)]));
}
