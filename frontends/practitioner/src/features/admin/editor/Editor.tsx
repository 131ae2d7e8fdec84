import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type FieldOf, Form, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Button, Card, ConfirmDialog, LinkButton, PageHeading, Stack, useToast } from "@kajo/shared/ui";
import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";

interface Answered {
  readonly error?: unknown;
}

type Send<Request> = (call: { readonly request: Request; readonly idempotencyKey: string }) => PromiseLike<Answered>;

interface Removal<Request> {
  /** On the button, and over the question. */
  readonly label: string;
  readonly question: string;
  readonly done: string;
  readonly request: Request;
  readonly send: Send<Request>;
}

type Problems<Field extends string> = Readonly<Partial<Record<Field, string | undefined>>>;

export interface EditorProps<Value, Field extends string, SaveRequest, RemoveRequest> {
  readonly title: string;
  /** The module that the thing belongs to: above the heading, and where one comes out. */
  readonly list: { readonly to: NonNullable<LinkProps["to"]>; readonly label: string };
  /** As it is kept now; what differs from it is unsaved. */
  readonly kept: Value;
  /** Labels by the server's names of the fields, for example "details.name", in the order of the page. */
  readonly fields: Readonly<Record<Field, string>>;
  /** What can be seen to be wrong before it is sent. */
  readonly check: (value: Value) => Problems<Field>;
  readonly request: (value: Value) => SaveRequest;
  readonly save: Send<SaveRequest>;
  readonly saved: string;
  readonly removal?: Removal<RemoveRequest> | undefined;
  /** The fields; `field(name)` is the name, label and error of one. */
  readonly children: (value: Value, change: (part: Partial<Value>) => void, field: FieldOf<Field>) => ReactNode;
}

/**
 * One thing that administrators keep: its fields, saved as a whole, removed after a question, and asked about before
 * unsaved work is left.
 */
export function Editor<
  Value extends object,
  Field extends string,
  SaveRequest extends object,
  RemoveRequest extends object,
>({
  title,
  list,
  kept,
  fields,
  check,
  request,
  save,
  saved,
  removal,
  children,
}: EditorProps<Value, Field, SaveRequest, RemoveRequest>) {
  const t = useText();
  const navigate = useNavigate();
  const toast = useToast();
  const intent = useIntent();
  const [value, setValue] = useState(kept);
  const [failure, setFailure] = useState<unknown>();
  const guard = useUnsavedGuard(JSON.stringify(value) !== JSON.stringify(kept));
  const leave = async (told: string) => {
    guard.release();
    toast("success", told);
    await navigate({ to: list.to });
  };
  const submit = async () => {
    setFailure(undefined);
    const asked = request(value);
    const answer = await save({ request: asked, idempotencyKey: intent.keyFor(asked) });
    if (answer.error !== undefined) return setFailure(answer.error);
    intent.settle();
    await leave(saved);
  };
  return (
    <Stack gap="l">
      <PageHeading over={list.label}>{title}</PageHeading>
      <Card>
        <Form
          actions={
            <>
              <LinkButton kind="secondary" to={list.to}>
                {t("ui.cancel")}
              </LinkButton>
              {removal ? <Remove {...removal} onRemoved={() => leave(removal.done)} /> : null}
            </>
          }
          failure={failure}
          fields={fields}
          onSubmit={submit}
          problems={check(value)}
          submit={t("admin.save")}
        >
          {(field) =>
            children(
              value,
              (part) => {
                setValue((before) => ({ ...before, ...part }));
                // What the server said was said of what stood there.
                setFailure(undefined);
              },
              field,
            )
          }
        </Form>
      </Card>
      <UnsavedDialog guard={guard} />
    </Stack>
  );
}

function Remove<Request extends object>({
  label,
  question,
  request,
  send,
  onRemoved,
}: Removal<Request> & { readonly onRemoved: () => Promise<void> }) {
  const intent = useIntent();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    setPending(false);
    setAsking(false);
    if (answer.error !== undefined) return toast("danger", failureLine(answer.error));
    intent.settle();
    await onRemoved();
  };
  return (
    <>
      <Button kind="danger" onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        confirm={label}
        danger
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        title={label}
      >
        <p>{question}</p>
      </ConfirmDialog>
    </>
  );
}
