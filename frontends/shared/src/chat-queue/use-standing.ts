import { clockText, timeText, useLanguage, useText } from "../i18n";
import type { ChatQueueStandingJson } from "../rpc";
import type { StatusTagProps } from "../ui/StatusTag";
import { useWhenText } from "./use-when-text";

const dayMs = 86_400_000;

/** How a queue stands, in two pieces that are read as one sentence. */
export interface StandingWords {
  readonly state: string;
  readonly tone: NonNullable<StatusTagProps["tone"]>;
  /** What stands after the first. */
  readonly joint: "" | ",";
  /** Until when, or when it opens next; undefined: nothing is known of that. */
  readonly more?: string | undefined;
}

/** Undefined: how it stands is not known. */
export function useStandingWords(): (standing: ChatQueueStandingJson | undefined) => StandingWords | undefined {
  const t = useText();
  const opening = useOpening();
  const closing = useClosing();
  return (standing) => {
    switch (standing?.state) {
      case "CHAT_QUEUE_STATE_OPEN":
        return { state: t("chatQueue.open"), tone: "success", ...closing(standing) };
      case "CHAT_QUEUE_STATE_CLOSED":
        return { state: t("chatQueue.closed"), tone: "neutral", joint: ",", more: opening(standing) };
      case "CHAT_QUEUE_STATE_TEMPORARILY_CLOSED":
        return { state: t("chatQueue.closedForNow"), tone: "warning", joint: ",", more: opening(standing) };
      default:
        return undefined;
    }
  };
}

/** How a queue stands, until when or when it opens next: "Suljettu, avautuu huomenna klo 8.00". */
export function useStandingText(): (standing: ChatQueueStandingJson | undefined) => string {
  const wordsOf = useStandingWords();
  return (standing) => {
    const words = wordsOf(standing);
    if (!words) return "";
    return words.more === undefined ? words.state : `${words.state}${words.joint} ${words.more}`;
  };
}

function useOpening() {
  const t = useText();
  const whenText = useWhenText();
  return ({ opensAt }: ChatQueueStandingJson) =>
    opensAt ? t("chatQueue.opens", { when: whenText(new Date(opensAt)) }) : undefined;
}

function useClosing() {
  const t = useText();
  const language = useLanguage();
  const whenText = useWhenText();
  return ({ closesAt }: ChatQueueStandingJson): Pick<StandingWords, "joint" | "more"> => {
    if (!closesAt) return { joint: "", more: t("chatQueue.allDay") };
    const at = new Date(closesAt);
    // A time alone would be taken for the next one, "open tomorrow until" for not open today.
    if (at.getTime() - Date.now() >= dayMs) {
      return { joint: ",", more: t("chatQueue.closes", { when: whenText(at) }) };
    }
    const time = timeText(language, at);
    return { joint: "", more: t("chatQueue.until", { time: clockText(language, time === "00:00" ? "24:00" : time) }) };
  };
}
