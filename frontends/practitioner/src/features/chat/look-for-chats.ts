/** Own chats that were accepted in another browser: this one is to keep them as well. */
import type { AppDispatch } from "@kajo/shared/rpc";
import { ownChats } from "./api";
import { markChats, noteLook } from "./chats-mark";

export async function lookForChats(dispatch: AppDispatch): Promise<void> {
  const asked = ownChats.initiate({}, { forceRefetch: true, subscribe: false });
  const { data } = await dispatch(asked as never as typeof asked);
  // Without an answer the next page that is loaded looks.
  if (!data) return;
  noteLook();
  if (data.own?.length) markChats();
}
