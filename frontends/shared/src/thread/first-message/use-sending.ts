import { useEffect, useRef, useState } from "react";
import { intentStorage, loadDraft, saveDraft } from "../../drafts";
import { useFailureLine } from "../../errors";
import { useText } from "../../i18n";
import { useIntent } from "../../rpc";
import { useToast } from "../../ui";
import { undoMs, useUndoable } from "../../undo";
import { restPointer } from "./rest-pointer";

export interface Sending<Message, Answer> {
  /** Name of the draft that it is written in; the key of the intent lies beside it. */
  readonly draft: string;
  /** The mutation, and whether it is under way. */
  readonly send: (command: {
    readonly request: Message;
    readonly idempotencyKey: string;
  }) => PromiseLike<{ readonly data?: Answer; readonly error?: unknown }>;
  readonly isSending: boolean;
  /** The server has it; `here`: whoever wrote it is still at the form. */
  readonly onSent: (answer: NonNullable<Answer>, here: boolean) => unknown;
}

/**
 * Sends the first message of a conversation after a moment in which it can be taken back. It is the page that shows how it went; whoever
 * has left it by then is told where they are.
 */
export function useSending<Message, Answer>({ draft, send, isSending, onSent }: Sending<Message, Answer>) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent(intentStorage(draft));
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  /** In this tab: it is about to be sent. Where that is found when the form opens, its page went before it was sent. */
  const unsent = `${draft}.unsent`;
  const noteUnsent = (isSo: boolean) => saveDraft(unsent, isSo ? { isSo } : undefined);
  const [isUnsent, setUnsent] = useState(() => loadDraft(unsent, { isSo: false }).isSo);
  const forgetUnsent = () => {
    noteUnsent(false);
    setUnsent(false);
  };
  const undoable = useUndoable<Message>(undoMs("message"), async (request) => {
    noteUnsent(false);
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.data === undefined || answer.data === null) {
      if (!here.current) toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    if (!here.current) toast("success", t("pending.arrived"));
    await onSent(answer.data, here.current);
  });

  const isAway = undoable.value !== undefined || isSending;
  useEffect(() => {
    if (!isAway) return;
    // Nobody closes the page in the belief that it is sent.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAway]);

  // Back in the field as soon as it shows again.
  const field = useRef<HTMLTextAreaElement>(null);
  const isReturned = useRef(false);
  useEffect(() => {
    if (isAway || !isReturned.current) return;
    isReturned.current = false;
    field.current?.focus();
  }, [isAway]);

  return {
    start: (message: Message) => {
      restPointer();
      setUnsent(false);
      noteUnsent(true);
      undoable.start(message);
    },
    takeBack: () => {
      restPointer();
      noteUnsent(false);
      undoable.takeBack();
      isReturned.current = true;
    },
    flush: undoable.flush,
    /** What can still be taken back. */
    message: undoable.value,
    /** On its way: the form is not shown. */
    isAway,
    isSending,
    /** Of the field that the focus returns to. */
    field,
    /** The page was loaded anew or closed before it was sent. */
    isUnsent,
    forgetUnsent,
  };
}
