import { rest } from "@kajo/shared/app";
import type { AppDispatch } from "@kajo/shared/rpc";
import { onSignOut } from "@kajo/shared/session";
import { useEffect, useState } from "react";
import { useDispatch } from "react-redux";
import { forgetLook, isLookDue, useChatsMarked } from "./chats-mark";

const load = () => import("./KeptChats");

/** After a part that could not be fetched. */
const againMs = 60_000;

/** What the page itself is about comes long before. */
const lookAfterMs = 10_000;

/**
 * What keeps own chats and shows that they go on, wherever in the app one is. It is fetched once the page has come to rest, and only where this
 * browser has chats going on.
 */
export function useKeptChats(works: boolean) {
  useLook(works);
  const isWanted = useChatsMarked() && works;
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>>>();
  useEffect(() => {
    if (!isWanted || part) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const fetchPart = async () => {
      await rest();
      // Browsers remember until the page is loaded anew what they could not fetch: without a connection they are not asked.
      const found = navigator.onLine ? await load().catch(() => undefined) : undefined;
      if (isOver) return;
      if (found) setPart(found);
      else timer = setTimeout(() => void fetchPart(), againMs);
    };
    void fetchPart();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, part]);
  return isWanted ? part : undefined;
}

/** Looks once after the page was loaded, and not again within the hour, whether one has chats that were accepted in another browser. */
function useLook(works: boolean): void {
  const dispatch = useDispatch<AppDispatch>();
  useEffect(() => {
    return onSignOut(forgetLook);
  }, []);
  useEffect(() => {
    if (!works) return;
    let isOver = false;
    const look = async () => {
      await rest();
      if (isOver || !navigator.onLine || !isLookDue()) return;
      const part = await import("./look-for-chats").catch(() => undefined);
      if (!isOver) await part?.lookForChats(dispatch);
    };
    const timer = setTimeout(() => void look(), lookAfterMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [works, dispatch]);
}
