import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { loadDraft, saveDraft } from "../drafts/draft";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { newIdempotencyKey } from "../rpc/idempotency-key";
import { chatApi, useWriteChatMessageMutation } from "./api";

export interface Unsent {
  /** The same however often it is tried, also after a reload: it arrives once. */
  readonly key: string;
  readonly text: string;
  /** None in what was kept before files went along. */
  readonly files?: readonly AttachmentJson[];
}

interface Kept {
  /** What is being written. */
  readonly text: string;
  /** What was uploaded to go along with it. */
  readonly files: readonly AttachmentJson[];
  /** What was sent off and is not in the chat yet, in the order in which it was written. */
  readonly unsent: readonly Unsent[];
}

const nothing: Kept = { text: "", files: [], unsent: [] };

/**
 * What somebody writes into a chat until it stands there; it outlives a reload and a failure. Messages go one after another: behind one that
 * failed the later ones wait, so that nothing arrives in another order than it was written.
 */
export function useOutbox(chatId: string) {
  const name = `outbox/${chatId}`;
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [write] = useWriteChatMessageMutation();
  const [kept, setKept] = useState(() => loadDraft(name, nothing));
  const [failure, setFailure] = useState<unknown>();
  const isSending = useRef(false);

  const update = (change: (old: Kept) => Kept) => {
    const next = change(loadDraft(name, nothing));
    const isEmpty = next.text === "" && next.files.length === 0 && next.unsent.length === 0;
    saveDraft(name, isEmpty ? undefined : next);
    setKept(next);
  };
  const withoutKey = (key: string, unsent: readonly Unsent[]) => unsent.filter((each) => each.key !== key);

  const sendAll = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setFailure(undefined);
    for (let next = loadDraft(name, nothing).unsent[0]; next; next = loadDraft(name, nothing).unsent[0]) {
      const { key, text, files = [] } = next;
      const attachmentIds = files.flatMap(({ attachmentId }) => attachmentId ?? []);
      const { error } = await write({ request: { chatId, text, attachmentIds }, idempotencyKey: key });
      if (error !== undefined) {
        setFailure(error);
        break;
      }
      // It leaves when the chat has it, so that it neither blinks nor stands there twice.
      await dispatch(chatApi.endpoints.getChat.initiate({ chatId }, { forceRefetch: true, subscribe: false }) as never);
      update((old) => ({ ...old, unsent: withoutKey(key, old.unsent) }));
    }
    isSending.current = false;
  };

  // What a reload interrupted goes on.
  const resume = useEffectEvent(() => void sendAll());
  useEffect(() => {
    if (loadDraft(name, nothing).unsent.length > 0) resume();
  }, [name]);

  return {
    text: kept.text,
    files: kept.files,
    unsent: kept.unsent,
    /** Why the first of them was not sent. */
    failure,
    change: (text: string) => update((old) => ({ ...old, text })),
    keepFiles(files: readonly AttachmentJson[]) {
      const isNothing = files.length === 0 && loadDraft(name, nothing).files.length === 0;
      if (!isNothing) update((old) => ({ ...old, files }));
    },
    send(text: string, files: readonly AttachmentJson[]) {
      update(({ unsent }) => ({ text: "", files: [], unsent: [...unsent, { key: newIdempotencyKey(), text, files }] }));
      if (failure === undefined) void sendAll();
    },
    retry: () => void sendAll(),
    /** Back into the field, before what stands there; what waits behind it goes on. Answers with its files. */
    takeBack(key: string): readonly AttachmentJson[] {
      const taken = loadDraft(name, nothing).unsent.find((each) => each.key === key);
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
