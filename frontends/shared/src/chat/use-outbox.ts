import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDispatch, useStore } from "react-redux";
import { asFailure } from "../errors";
import type { AppDispatch } from "../rpc/dispatch";
import { isFault, isSignedOut } from "../rpc/failure";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { newIdempotencyKey } from "../rpc/idempotency-key";
import { cachedChat, chatApi, useWriteChatMessageMutation } from "./api";
import { loadOutbox, type Outbox, saveOutbox, type Unsent } from "./outbox";
import { sinceOf } from "./since";

/** Somebody meant it about this message: sent again it would be refused again, or be read by another than it was written for. */
function isRefusal(error: unknown): boolean {
  const failure = asFailure(error);
  return !isFault(failure) && !isSignedOut(failure);
}

/**
 * For one chat as long as the component lives. What somebody writes into a chat until it stands there; it outlives a reload and a failure. Messages go one after another: behind one that
 * failed the later ones wait, so that nothing arrives in another order than it was written. What was refused, or written while another
 * professional had the chat, is sent again only when somebody says so.
 */
export function useOutbox(chatId: string) {
  const dispatch = useDispatch<AppDispatch>();
  const store = useStore();
  const [write] = useWriteChatMessageMutation();
  const [kept, setKept] = useState(() => loadOutbox(chatId));
  const [failure, setFailure] = useState<unknown>();
  const running = useRef(false);

  const sinceNow = () => sinceOf(cachedChat(store.getState(), { chatId })?.chat);
  /** The first of them, if it may go by itself. */
  const next = () => {
    const [first] = loadOutbox(chatId).unsent;
    if (!first || first.held) return undefined;
    return first.since === undefined || first.since === sinceNow() ? first : undefined;
  };
  const [isSending, setSending] = useState(() => next() !== undefined);

  const update = (change: (old: Outbox) => Outbox) => {
    const now = change(loadOutbox(chatId));
    saveOutbox(chatId, now);
    setKept(now);
  };
  const withoutKey = (key: string, unsent: readonly Unsent[]) => unsent.filter((each) => each.key !== key);
  const writtenNow = ({ key, text, files = [] }: Unsent): Unsent => {
    const since = sinceNow();
    return { key, text, files, ...(since ? { since } : {}) };
  };

  const sendAll = async () => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    setFailure(undefined);
    for (let message = next(); message; message = next()) {
      const { key, text, files = [] } = message;
      const attachmentIds = files.flatMap(({ attachmentId }) => attachmentId ?? []);
      const { error } = await write({ request: { chatId, text, attachmentIds }, idempotencyKey: key });
      if (error !== undefined) {
        setFailure(error);
        if (isRefusal(error)) {
          update((old) => ({
            ...old,
            unsent: old.unsent.map((each) => (each.key === key ? { ...each, held: true } : each)),
          }));
        }
        break;
      }
      // It leaves when the chat has it, so that it neither blinks nor stands there twice.
      await dispatch(chatApi.endpoints.getChat.initiate({ chatId }, { forceRefetch: true, subscribe: false }) as never);
      update((old) => ({ ...old, unsent: withoutKey(key, old.unsent) }));
    }
    running.current = false;
    setSending(false);
  };

  // What a reload interrupted goes on.
  const resume = useEffectEvent(() => {
    if (next()) void sendAll();
  });
  useEffect(() => {
    resume();
  }, []);

  return {
    text: kept.text,
    files: kept.files,
    unsent: kept.unsent,
    /** The first of them is on its way. */
    isSending,
    /** Why the first of them was not sent, where that is known. */
    failure,
    change: (text: string) => update((old) => ({ ...old, text })),
    keepFiles(files: readonly AttachmentJson[]) {
      const isNothing = files.length === 0 && loadOutbox(chatId).files.length === 0;
      if (!isNothing) update((old) => ({ ...old, files }));
    },
    send(text: string, files: readonly AttachmentJson[]) {
      const message = writtenNow({ key: newIdempotencyKey(), text, files });
      update(({ unsent }) => ({ text: "", files: [], unsent: [...unsent, message] }));
      if (failure === undefined) void sendAll();
    },
    /** Who asks for it has all of them before their eyes, and the chat as it is now. */
    retry() {
      update((old) => ({ ...old, unsent: old.unsent.map(writtenNow) }));
      void sendAll();
    },
    /** Back into the field, before what stands there; what waits behind it goes on. Answers with its files. */
    takeBack(key: string): readonly AttachmentJson[] {
      const taken = loadOutbox(chatId).unsent.find((each) => each.key === key);
      const itsFiles = taken?.files ?? [];
      update(({ text, files, unsent }) => ({
        text: [taken?.text ?? "", text].filter((each) => each !== "").join("\n\n"),
        files: [...files, ...itsFiles],
        unsent: withoutKey(key, unsent),
      }));
      void sendAll();
      return itsFiles;
    },
  };
}
