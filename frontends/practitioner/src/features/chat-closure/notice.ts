/** What those read who come to a queue that is closed temporarily, as it is written and as it is sent. */
import type { ChatQueueClosureJson, CloseChatQueueRequestJson } from "@kajo/shared/rpc";
import { type CivilMoment, civilMoment, momentOf } from "./moment";

/** The languages it is written in, in the order of the admin panel. */
export const noticeLanguages = ["fi", "sv", "en"] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];

/** The most characters that the server takes. */
export const longestNotice = 500;

export interface Notice extends CivilMoment {
  readonly texts: Readonly<Record<NoticeLanguage, string>>;
}

/** For residents, in their languages whatever that of the professional: they are no texts of the catalogue. */
const usual = {
  fi: "Chat on tilapäisesti suljettu.",
  sv: "Chatten är tillfälligt stängd.",
  en: "The chat is temporarily closed.",
} as const satisfies Notice["texts"];

/** To begin with: the notice that stands, or the usual one. */
export function noticeOf(closure: ChatQueueClosureJson | undefined): Notice {
  if (!closure) return { texts: usual, ...civilMoment(undefined) };
  const text = (language: NoticeLanguage) => closure.text?.texts?.[language] ?? "";
  return { texts: { fi: text("fi"), sv: text("sv"), en: text("en") }, ...civilMoment(closure.until) };
}

export function closingOf(
  chatQueueId: string,
  { texts, date, time }: Notice,
  closure: ChatQueueClosureJson | undefined,
): CloseChatQueueRequestJson {
  const text = { fi: texts.fi.trim(), sv: texts.sv.trim(), en: texts.en.trim() };
  if (date === null || time === null) return { chatQueueId, text };
  const stood = civilMoment(closure?.until);
  // What was not touched stays the same moment, also of the two that the clocks show alike.
  const isSame = stood.date === date && stood.time === time;
  return { chatQueueId, text, until: (isSame ? closure?.until : undefined) ?? momentOf(date, time) };
}
