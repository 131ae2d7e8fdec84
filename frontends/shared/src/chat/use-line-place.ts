import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSelector } from "react-redux";
import type { LiveState } from "../live/slice";
import { useWhisper } from "../live/use-whisper";
import type { ChatPlaceJson, MyChatJson } from "../rpc/gen/kajo/chat_queue/v1/place_pb";
import { type KeptPlace, keptPlace } from "./kept-place";

/**
 * How many stand in front of somebody who waits, moved by what is whispered of the line. `keep` says that they are there and answers where they
 * stand (undefined: it failed, or they wait no more): every minute, when the page is seen again, when live updates come again, and
 * after a gap. Timers sleep with the phone, and a reload looks like leaving: nothing is given up when the page goes.
 */
export function useLinePlace(
  chat: MyChatJson | undefined,
  keep: () => Promise<ChatPlaceJson | undefined>,
): { readonly ahead: number } | undefined {
  const chatId = chat?.state === "CHAT_STATE_WAITING" ? (chat.chatId ?? "") : "";
  const [counted, setCounted] = useState<{ readonly chatId: string; readonly ahead: number }>();
  const kept = useRef<KeptPlace>(undefined);

  const ask = useEffectEvent(() => keep());
  const firstPlace = useEffectEvent(() => chat?.place);
  useEffect(() => {
    if (chatId === "") return;
    const place = keptPlace({
      first: firstPlace(),
      ask: async () => ask(),
      onPlace: ({ ahead }) => setCounted({ chatId, ahead }),
    });
    kept.current = place;
    const seen = () => {
      if (!document.hidden) place.askNow();
    };
    place.askNow();
    document.addEventListener("visibilitychange", seen);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      place.stop();
      kept.current = undefined;
    };
  }, [chatId]);

  const isLive = useSelector(({ live }: { readonly live: LiveState }) => live.state === "on");
  const wasLive = useRef(isLive);
  useEffect(() => {
    // What was whispered in between is lost.
    if (isLive && !wasLive.current) kept.current?.askSoon();
    wasLive.current = isLive;
  }, [isLive]);

  useWhisper("kajo.chat_queue.v1.LineMoved", async (payload) => {
    const place = kept.current;
    if (!place) return;
    const read = await import("./line-moved").catch(() => undefined);
    const line = read?.lineMovedOf(payload);
    if (!line) place.askSoon();
    else if (line.chatQueueId === chat?.chatQueueId) place.heard(line);
  });

  if (chatId === "") return undefined;
  if (counted?.chatId === chatId) return { ahead: counted.ahead };
  return chat?.place && { ahead: chat.place.ahead ?? 0 };
}
