/** Keeps a place in a line: says every minute that one is there, and counts on from the answer with what is whispered meanwhile. */
import type { ChatPlaceJson } from "../rpc/gen/kajo/chat_queue/v1/place_pb";
import { type LineMove, type LinePlace, moved, placeOf } from "./line-place";

/** Who is not heard of for 150 seconds is away. */
const everyMs = 60_000;

/** All who wait in a line have missed the same whisper, and would ask in the same moment. */
const spreadMs = 10_000;

export interface KeptPlaceOptions {
  /** What is known of it already. */
  readonly first: ChatPlaceJson | undefined;
  /** Asks the server; undefined: it could not be asked, or they wait no more. */
  readonly ask: () => Promise<ChatPlaceJson | undefined>;
  readonly onPlace: (place: LinePlace) => void;
}

export function keptPlace({ first, ask, onPlace }: KeptPlaceOptions) {
  let place = first && placeOf(first);
  /** Moves that came while it is asked: the answer may be older than they are. */
  let missed: LineMove[] | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const set = (now: LinePlace) => {
    if (now === place) return;
    place = now;
    onPlace(now);
  };
  const count = (move: LineMove) => {
    if (!place) return;
    const after = moved(place, move);
    if (after.isGap) askSoon();
    else set(after.place);
  };
  const askNow = async () => {
    clearTimeout(next);
    clearTimeout(soon);
    soon = undefined;
    if (isOver) return;
    next = setTimeout(askNow, everyMs);
    if (missed) return;
    missed = [];
    const answer = await ask().catch(() => undefined);
    const moves = missed;
    missed = undefined;
    if (isOver) return;
    if (answer) set(placeOf(answer));
    for (const move of moves) count(move);
  };
  const askSoon = () => {
    soon ??= setTimeout(askNow, Math.random() * spreadMs);
  };

  return {
    askNow: () => void askNow(),
    askSoon,
    heard(move: LineMove) {
      if (missed) missed.push(move);
      else count(move);
    },
    stop() {
      isOver = true;
      clearTimeout(next);
      clearTimeout(soon);
    },
  };
}

export type KeptPlace = ReturnType<typeof keptPlace>;
