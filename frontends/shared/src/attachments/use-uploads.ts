import { useEffect, useRef, useState } from "react";
import { useCallContext } from "../app/call-context";
import { useText } from "../i18n";
import { isFault, type RpcFailure } from "../rpc/failure";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { newIdempotencyKey } from "../rpc/idempotency-key";
import { Code } from "../rpc/transport";
import { useDiscardAttachmentMutation, useGetAttachmentsQuery } from "../thread/message-api";
import { useToast } from "../ui";
import { type AttachmentLimits, beforeFitting, problemWith, tooMany, tooManyReason } from "./limits";
import type { UploadOptions, UploadResult } from "./upload";

/** A file on its way or arrived. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** 0 to 1 while it travels. */
  readonly progress: number;
  readonly attachment?: AttachmentJson;
  readonly failure?: RpcFailure;
  /** Chosen in this tab, so that what failed on its way can be sent again. */
  readonly file?: File;
}

export interface Uploads {
  readonly items: readonly Upload[];
  /** Arrived and not found bad: what a message takes along. */
  readonly sendable: readonly AttachmentJson[];
  readonly busy: boolean;
  /** How many more may go along. */
  readonly room: number;
  /** How many were refused, did not arrive or were found bad: nobody may think that they go along. */
  readonly left: number;
  add(files: readonly File[]): void;
  /** Sends a file again that failed on its way; the same file arrives once. */
  retry(upload: Upload): void;
  remove(id: string): void;
  /** Files of a message that was taken back. */
  restore(attachments: readonly AttachmentJson[]): void;
  /** After sending: the files belong to the message now. */
  clear(): void;
}

/** A file on its way. */
interface Running {
  readonly controller: AbortController;
  readonly name: string;
}

/**
 * Uploads of one message. `kept` are those that a draft remembers; `onKept` is told whenever they change, so that a
 * reload loses none of them.
 */
export function useUploads(
  limits: AttachmentLimits,
  kept: readonly AttachmentJson[] = [],
  onKept?: (attachments: readonly AttachmentJson[]) => void,
): Uploads {
  const { language } = useCallContext();
  const [discard] = useDiscardAttachmentMutation();
  const [items, setItems] = useState<readonly Upload[]>(() => kept.map(arrived));
  const running = useRef(new Map<string, Running>());
  const t = useText();
  const toast = useToast();

  const ids = items.flatMap((item) => item.attachment?.attachmentId ?? []);
  const scans = useGetAttachmentsQuery({ attachmentIds: ids }, { skip: ids.length === 0 });
  const scanned = new Map((scans.data?.attachments ?? []).map((each) => [each.attachmentId, each]));
  const shown = items.map((item) => {
    const fresh = scanned.get(item.attachment?.attachmentId);
    return fresh ? { ...item, attachment: fresh } : item;
  });

  const keptKey = ids.join();
  const tellKept = useRef(onKept);
  useEffect(() => {
    tellKept.current = onKept;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the ids is worth keeping
  useEffect(() => {
    tellKept.current?.(items.flatMap((item) => item.attachment ?? []));
  }, [keptKey]);

  const change = (id: string, part: Partial<Upload>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item)));

  const throwAway = (attachmentId: string | undefined) => {
    if (attachmentId) void discard({ request: { attachmentId }, idempotencyKey: newIdempotencyKey() });
  };

  const start = async (id: string, file: File) => {
    const controller = new AbortController();
    running.current.set(id, { controller, name: file.name });
    const options: UploadOptions = {
      file,
      limits,
      language,
      idempotencyKey: id,
      signal: controller.signal,
      onProgress: (progress) => change(id, { progress }),
    };
    // Its code comes with the first file. Where that cannot be had, the file cannot be sent either.
    const result = await import("./upload").then(({ upload }) => upload(options), notSent);
    running.current.delete(id);
    if (!controller.signal.aborted) change(id, { progress: 1, ...result });
    else if ("attachment" in result) throwAway(result.attachment.attachmentId);
  };

  const stop = useRef(() => {});
  useEffect(() => {
    stop.current = () => {
      const names = [...running.current.values()].map(({ name }) => name).join(", ");
      if (names !== "") toast("info", t("attachments.dropped", { names }));
      for (const { controller } of running.current.values()) controller.abort();
    };
  });
  // No file arrives that belongs to no message, and none is left behind without a word.
  useEffect(() => () => stop.current(), []);

  const max = limits.maxAttachments || Number.POSITIVE_INFINITY;
  const room = max - items.filter((item) => !item.failure).length;

  return {
    items: shown,
    sendable: shown.flatMap((item) => (item.attachment && isSendable(item.attachment) ? item.attachment : [])),
    busy: items.some((item) => !item.attachment && !item.failure),
    left: shown.filter(({ failure, attachment }) => failure || (attachment && !isSendable(attachment))).length,
    room,
    add(files) {
      let free = room;
      for (const file of files) {
        const id = newIdempotencyKey();
        // One over the number stands among the others, so that it is known which ones do not go along.
        const failure =
          problemWith(file, beforeFitting(file, limits)) ??
          (free > 0 ? undefined : tooMany(limits.maxAttachments ?? 0));
        if (!failure) free -= 1;
        const item = { id, name: file.name, size: file.size, progress: 0, file };
        setItems((all) => [...all, failure ? { ...item, failure } : item]);
        if (!failure) void start(id, file);
      }
    },
    retry({ id, file }) {
      if (!file) return;
      setItems((all) => all.map((item) => (item.id === id ? waiting(item) : item)));
      void start(id, file);
    },
    remove(id) {
      running.current.get(id)?.controller.abort();
      throwAway(items.find((item) => item.id === id)?.attachment?.attachmentId);
      setItems((all) => all.filter((item) => item.id !== id));
    },
    restore(attachments) {
      setItems((all) => [...all, ...attachments.map(arrived)]);
    },
    clear() {
      setItems([]);
    },
  };
}

const notSent = (): UploadResult => ({
  failure: { code: Code.unavailable, call: "UploadAttachment", params: {}, fields: [], traceId: "" },
});

function waiting({ failure: _old, ...item }: Upload): Upload {
  return { ...item, progress: 0 };
}

/** There was no room for it: with this message, among all that were not sent. */
const roomReasons = [tooManyReason, "too_many_unsent_files"];

/** Whether the same file may well arrive when it is sent again: what failed was the way, or there is room for it by now. */
export function isRetryable({ file, failure }: Upload, room: number): boolean {
  if (file === undefined || failure === undefined || room <= 0) return false;
  return roomReasons.includes(failure.reason ?? "") || (failure.call !== undefined && isFault(failure));
}

function arrived(attachment: AttachmentJson): Upload {
  return {
    id: attachment.attachmentId ?? "",
    name: attachment.fileName ?? "",
    size: Number(attachment.sizeBytes ?? 0),
    progress: 1,
    attachment,
  };
}

export function isSendable(attachment: AttachmentJson): boolean {
  return attachment.scanState !== "SCAN_STATE_INFECTED" && attachment.scanState !== "SCAN_STATE_ERROR";
}
