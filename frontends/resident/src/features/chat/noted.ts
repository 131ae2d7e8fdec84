/** What this browser notes of the chats that go on in it: how far somebody has read them. Neither who it is nor which chats they are. */
import type { ChatJson, ChatStateJson, MyChatJson } from "@kajo/shared/rpc";
import { forgetGoingOn, keepGoingOn, keptGoingOn, tailOf, type Whose } from "./going-on";

interface Noted {
  /** The last message that they have read. */
  readonly read: number;
  /** They have been in the chat since somebody accepted them. */
  readonly isIn: boolean;
}

function all(kept: string | undefined): Map<string, Noted> {
  try {
    return new Map(Object.entries(JSON.parse(kept ?? "{}") as Record<string, Noted>));
  } catch {
    return new Map();
  }
}

/** `kept`: as it stands in the browser. */
export const notedOf = (kept: string | undefined, chatId: string) => all(kept).get(tailOf(chatId));

function keep(whose: Whose, noted: ReadonlyMap<string, Noted>): void {
  if (noted.size === 0) forgetGoingOn(whose);
  else keepGoingOn(whose, JSON.stringify(Object.fromEntries(noted)));
}

/** Notes what goes on of all that are theirs, and nothing else of theirs any more. */
export function noteChats(whose: Whose, chats: readonly MyChatJson[]): void {
  const before = all(keptGoingOn(whose));
  const now = chats.map(({ chatId = "", state, lastNumber: read = 0 }): [string, Noted] => {
    const tail = tailOf(chatId);
    // What they have read elsewhere is not known here: it is not told as new.
    return [tail, stillWaits(state) ? { read, isIn: false } : (before.get(tail) ?? { read, isIn: true })];
  });
  keep(whose, new Map(now));
}

/** Notes that somebody has a chat before their eyes, as it stands, up to this message. */
export function noteRoom(whose: Whose, { chatId = "", state }: ChatJson, read: number): void {
  const noted = all(keptGoingOn(whose));
  if (stillWaits(state)) noted.set(tailOf(chatId), { read, isIn: false });
  else if (state === "CHAT_STATE_ACTIVE") noted.set(tailOf(chatId), { read, isIn: true });
  else noted.delete(tailOf(chatId));
  keep(whose, noted);
}

const stillWaits = (state: ChatStateJson | undefined) => state === "CHAT_STATE_WAITING";
