import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ConversationJson, ThreadEntryJson } from "../../rpc/gen/kajo/conversations/v1/conversation_pb";
import { firstUnread, lastNumber, messagesAfter } from "./news";
import { type Scroller, scrollerOf } from "./scroller";

export interface ScrollPosition {
  /** The entry above which "new" is written. */
  readonly newFrom: number | undefined;
  /** Messages that came while the reader was further up, and have not been in sight. */
  readonly below: number;
  /** Down to what is new. */
  readonly jump: () => void;
}

/**
 * The reader's place in a thread. It opens at the first message that is new to them, else at the newest; what comes while they
 * are at its end comes into sight, and moves nothing while they read further up.
 */
export function useScrollPosition(
  thread: RefObject<HTMLElement | null>,
  conversation: ConversationJson,
  personId: string,
): ScrollPosition {
  const entries = conversation.thread ?? noEntries;
  const last = lastNumber(entries);
  const [newFrom, setNewFrom] = useState(() => firstUnread(conversation, personId));
  const known = useRef(last);
  const [opened] = useState(last);
  /** The last entry that the reader has had in sight. */
  const [seen, setSeen] = useState(newFrom === undefined ? last : newFrom - 1);
  const atEnd = useRef(true);

  useLayoutEffect(() => {
    const element = thread.current;
    if (!element) return;
    // Behind the router, which puts every page at its top or where it was left.
    const frame = requestAnimationFrame(() => open(element));
    return () => cancelAnimationFrame(frame);
  }, [thread]);

  useEffect(() => {
    const element = thread.current;
    if (!element) return;
    const scroller = scrollerOf(element);
    const look = () => {
      atEnd.current = endInSight(element, scroller);
      if (atEnd.current && !document.hidden) setSeen(known.current);
    };
    const frame = requestAnimationFrame(() => requestAnimationFrame(look));
    const stop = scroller.follow(look);
    document.addEventListener("visibilitychange", look);
    return () => {
      cancelAnimationFrame(frame);
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }, [thread]);

  useLayoutEffect(() => {
    const before = known.current;
    if (last <= before) return;
    known.current = last;
    const [first] = messagesAfter(entries, personId, before);
    if (first === undefined) {
      // Whoever writes has read what stood there.
      if (entries.some((entry) => isOwn(entry, personId, before))) setNewFrom(undefined);
      return;
    }
    const number = Number(first.number ?? 0);
    setNewFrom((old) => (old === undefined || seen >= before ? number : old));
    if (atEnd.current && !document.hidden) {
      setSeen(last);
      intoSight(thread.current);
    }
  }, [entries, last, personId, seen, thread]);

  const unseen = messagesAfter(entries, personId, Math.max(seen, opened));
  const jump = () => {
    const number = unseen[0]?.number;
    const target = thread.current?.querySelector<HTMLElement>(`[data-entry="${number}"]`);
    if (!target) return;
    target.scrollIntoView({ block: "start" });
    // The button goes: whoever pressed it by keyboard reads on from here.
    target.focus({ preventScroll: true });
    setSeen(known.current);
  };

  return { newFrom, below: unseen.length, jump };
}

const noEntries: readonly ThreadEntryJson[] = [];

const isOwn = (entry: ThreadEntryJson, personId: string, after: number) =>
  entry.message?.authorId === personId && Number(entry.number ?? 0) > after;

const newest = (thread: HTMLElement | null) => [...(thread?.querySelectorAll("[data-entry]") ?? [])].at(-1);

/** What is new goes to the top; without it the newest message comes into the middle, if it is not in sight as it is. */
function open(thread: HTMLElement): void {
  const scroller = scrollerOf(thread);
  const first = thread.querySelector("[data-new]");
  const last = newest(thread);
  if (!last || endInSight(thread, scroller)) return;
  if (first) {
    first.scrollIntoView({ block: "start" });
    return;
  }
  const { top, bottom } = scroller.view();
  const tall = last.getBoundingClientRect().height > (bottom - top) * 0.7;
  last.scrollIntoView({ block: tall ? "start" : "center" });
}

/** Whether the newest entry is in sight to its end. */
function endInSight(thread: HTMLElement, scroller: Scroller): boolean {
  const last = newest(thread);
  // What stands along the foot of the window hides as much as its margin says.
  const hidden = last ? Number.parseFloat(getComputedStyle(last).scrollMarginBlockEnd) || 0 : 0;
  return !last || last.getBoundingClientRect().bottom + hidden <= scroller.view().bottom + 1;
}

/** What has just come, without taking from sight where somebody writes. */
function intoSight(thread: HTMLElement | null): void {
  const writing = document.activeElement instanceof HTMLTextAreaElement ? document.activeElement : undefined;
  (writing ?? newest(thread))?.scrollIntoView({ block: "nearest" });
}
