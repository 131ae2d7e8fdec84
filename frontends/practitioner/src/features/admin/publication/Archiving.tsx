import { useFailureLine } from "@kajo/shared/errors";
import { type Command, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";

type Send<Request> = (sent: Command<Request>) => PromiseLike<{ readonly error?: unknown }>;

interface ArchivingProps<Request> {
  /** It is put away: it can be taken back. */
  readonly archived: boolean;
  readonly request: Request;
  readonly archive: Send<Request>;
  readonly restore: Send<Request>;
  /** On the button, and over the question. */
  readonly label: string;
  readonly question: string;
  /** Said when it is done. */
  readonly done: string;
}

/** Puts something away that was written, or takes it back, after a question. */
export function Archiving<Request extends object>(props: ArchivingProps<Request>) {
  const { archived, request, archive, restore, label, question, done } = props;
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const doing = archived ? "restore" : "archive";
  const send = async () => {
    setPending(true);
    const { error } = await (archived ? restore : archive)({
      request,
      idempotencyKey: intent.keyFor({ doing, ...request }),
    });
    setPending(false);
    setAsking(false);
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", done);
  };
  return (
    <>
      <Button kind="secondary" onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        confirm={label}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
        title={label}
      >
        <p>{question}</p>
      </ConfirmDialog>
    </>
  );
}
