import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";

/** Nearer to the end than this one is at it: figures of a zoomed page are not whole. */
const nearPx = 24;

/**
 * Keeps the end of a log in sight while its reader is there; who has scrolled up stays there and is told how much of the
 * other side has come below.
 */
export function useKeptEnd(
  log: RefObject<HTMLElement | null>,
  messages: readonly ChatMessageJson[],
  side: ChatMessageJson["side"],
) {
  const atEnd = useRef(true);
  const last = messages.at(-1)?.number ?? 0;
  const isOwn = messages.at(-1)?.side === side;
  const [seen, setSeen] = useState(last);
  const known = useRef(last);

  useLayoutEffect(() => {
    const isNew = last > known.current;
    known.current = last;
    // Whoever writes wants to see it.
    if (!log.current || !(atEnd.current || (isNew && isOwn))) return;
    toEnd(log.current);
    setSeen(last);
  }, [log, last, isOwn]);

  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const look = () => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
      if (atEnd.current) setSeen(known.current);
    };
    // Where it becomes lower, for example by a keyboard on the screen, its end stays in sight as well.
    const keep = () => {
      if (atEnd.current) toEnd(element);
    };
    // Where what stands in it becomes longer, as files do whose rows are fetched, as well.
    const grown = new MutationObserver(keep);
    grown.observe(element, { childList: true, subtree: true });
    element.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", keep);
    return () => {
      grown.disconnect();
      element.removeEventListener("scroll", look);
      window.removeEventListener("resize", keep);
    };
  }, [log]);

  const jump = () => {
    if (!log.current) return;
    toEnd(log.current);
    // The button goes: whoever pressed it by keyboard reads on here.
    log.current.focus({ preventScroll: true });
    setSeen(known.current);
  };

  const unseen = messages.filter(({ number = 0, side: whose }) => number > seen && whose !== side);
  return { below: unseen.length, jump };
}

function toEnd(log: HTMLElement): void {
  log.scrollTop = log.scrollHeight;
}
