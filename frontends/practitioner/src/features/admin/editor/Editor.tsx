import { useEdit } from "@kajo/shared/drafts";
import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type FieldOf, Form, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Button, Card, ConfirmDialog, Dialog, LinkButton, PageHeading, Stack, useToast } from "@kajo/shared/ui";
import { Link, type LinkProps, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { RestoredDraftNotice } from "../../editing/RestoredDraftNotice";
import { useOverNewer } from "../../editing/use-over-newer";
import styles from "./Editor.module.css";

interface Answered {
  readonly error?: unknown;
}

type Send<Request> = (call: { readonly request: Request; readonly idempotencyKey: string }) => PromiseLike<Answered>;

/** What a change would do to others: they are asked about before it is made. */
export interface Consequence {
  readonly title: string;
  /** On the button. */
  readonly confirm: string;
  readonly text: ReactNode;
}

/** Why it cannot be, and what can be done about that. */
interface Obstacle {
  readonly title: string;
  readonly text: ReactNode;
}

/** What a change would do. None of these: nobody is concerned. */
export interface Preview {
  readonly error?: unknown;
  readonly consequence?: Consequence | undefined;
  readonly obstacle?: Obstacle | undefined;
}

interface Removal<Request> {
  /** On the button, and over the question. */
  readonly label: string;
  readonly question: string;
  readonly done: string;
  readonly request: Request;
  readonly send: Send<Request>;
  /** It is put away and can be had again. */
  readonly canBeUndone?: boolean;
  /** Said below the question. */
  readonly preview?: ((request: Request) => PromiseLike<Preview>) | undefined;
}

/** Keys of what is text in a value. */
type TextKey<Value> = { readonly [Key in keyof Value]: Value[Key] extends string ? Key : never }[keyof Value];

interface EditorForm<Value, Field extends string> {
  readonly value: Value;
  readonly change: (part: Partial<Value>) => void;
  /** Name, label and error of a field. */
  readonly field: FieldOf<Field>;
  /** All that a field of text, or a choice, needs: by its key in the value, and the server's name of it. */
  readonly text: (
    key: TextKey<Value>,
    name: Field,
  ) => ReturnType<FieldOf<Field>> & { readonly value: string; readonly onChange: (next: string) => void };
}

type Problems<Field extends string> = Readonly<Partial<Record<Field, string | undefined>>>;

export interface EditorProps<Value, Field extends string, SaveRequest, RemoveRequest> {
  readonly title: string;
  /** The module that the thing belongs to: above the heading, and where one comes out. */
  readonly list: { readonly to: NonNullable<LinkProps["to"]>; readonly label: string };
  /** As it is kept now. */
  readonly current: Value;
  /** The version that is kept now; "0" of a new one. */
  readonly version: string;
  /** Labels by the server's names of the fields, for example "details.name", in the order of the page. */
  readonly fields: Readonly<Record<Field, string>>;
  /** What can be seen to be wrong before it is sent. */
  readonly check: (value: Value) => Problems<Field>;
  /** `isConfirmed`: a question about it was answered with yes. */
  readonly request: (value: Value, version: string, isConfirmed: boolean) => SaveRequest;
  readonly save: Send<SaveRequest>;
  /** What saving would do to others; without it, or when nobody is concerned, nothing is asked. */
  readonly preview?: ((request: SaveRequest) => PromiseLike<Preview>) | undefined;
  /** A refusal that is a question; undefined: it is none. */
  readonly question?: ((failure: unknown) => Consequence | undefined) | undefined;
  readonly saved: string;
  /** Ways to put it away. */
  readonly removal?: Removal<RemoveRequest> | readonly Removal<RemoveRequest>[] | undefined;
  readonly children: (form: EditorForm<Value, Field>) => ReactNode;
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
  current,
  version,
  fields,
  check,
  request,
  save,
  preview,
  question,
  saved,
  removal,
  children,
}: EditorProps<Value, Field, SaveRequest, RemoveRequest>) {
  const t = useText();
  const navigate = useNavigate();
  const toast = useToast();
  const intent = useIntent();
  const [address] = useState(useLocation({ select: ({ pathname }) => pathname }));
  const edit = useEdit(`editor.${address}`, current, version);
  const { value } = edit;
  const [failure, setFailure] = useState<unknown>();
  const guard = useUnsavedGuard(edit.isDirty, { onLeave: edit.forget });
  const change = (part: Partial<Value>) => {
    edit.change(part);
    // What the server said was said of what stood there.
    setFailure(undefined);
  };
  const help = useOverNewer(edit, { current, version }, failure, () => setFailure(undefined));
  const leave = async (told: string) => {
    edit.forget();
    guard.release();
    toast("success", told);
    await navigate({ to: list.to });
  };
  const [consequence, setConsequence] = useState<Consequence>();
  const [isPending, setPending] = useState(false);
  const removals = removal ? [removal].flat() : [];
  const submit = async () => {
    setFailure(undefined);
    const previewed = await preview?.(request(value, edit.version, false));
    if (previewed?.error !== undefined) return setFailure(previewed.error);
    if (previewed?.consequence) return setConsequence(previewed.consequence);
    await send(false);
  };
  const confirm = async () => {
    setPending(true);
    await send(true);
    setPending(false);
    setConsequence(undefined);
  };
  const send = async (isConfirmed: boolean) => {
    const asked = request(value, edit.version, isConfirmed);
    const answer = await save({ request: asked, idempotencyKey: intent.keyFor(asked) });
    if (answer.error !== undefined) {
      const asking = isConfirmed ? undefined : question?.(answer.error);
      return asking ? setConsequence(asking) : setFailure(answer.error);
    }
    intent.settle();
    await leave(saved);
  };
  return (
    <Stack gap="l">
      <PageHeading over={<Link to={list.to}>{list.label}</Link>}>{title}</PageHeading>
      <div className={styles.sheet}>
        <RestoredDraftNotice edit={edit} />
        <Card>
          <Form
            actions={
              <>
                <LinkButton kind="secondary" to={list.to}>
                  {t("ui.cancel")}
                </LinkButton>
                {removals.length > 0 ? (
                  <div className={styles.removal}>
                    {removals.map((each) => (
                      <Remove {...each} key={each.label} onRemoved={() => leave(each.done)} />
                    ))}
                  </div>
                ) : null}
              </>
            }
            failure={failure}
            failureHelp={help}
            fields={fields}
            onSubmit={submit}
            problems={check(value)}
            submit={t("admin.save")}
          >
            {(field) =>
              children({
                value,
                change,
                field,
                text: (key, name) => ({
                  ...field(name),
                  value: value[key] as string,
                  onChange: (next) => change({ [key]: next } as Partial<Value>),
                }),
              })
            }
          </Form>
        </Card>
      </div>
      {consequence ? (
        <ConfirmDialog
          confirm={consequence.confirm}
          isOpen
          isPending={isPending}
          onClose={() => setConsequence(undefined)}
          onConfirm={() => void confirm()}
          title={consequence.title}
        >
          {consequence.text}
        </ConfirmDialog>
      ) : null}
      <UnsavedDialog guard={guard} />
    </Stack>
  );
}

function Remove<Request extends object>({
  label,
  question,
  request,
  send,
  preview,
  canBeUndone = false,
  onRemoved,
}: Removal<Request> & { readonly onRemoved: () => Promise<void> }) {
  const t = useText();
  const intent = useIntent();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [consequence, setConsequence] = useState<Consequence>();
  const [obstacle, setObstacle] = useState<Obstacle>();
  const [isForeseeing, setForeseeing] = useState(false);
  const ask = async () => {
    setForeseeing(true);
    const previewed = await preview?.(request);
    setForeseeing(false);
    if (previewed?.error !== undefined) return toast("danger", failureLine(previewed.error));
    if (previewed?.obstacle) return setObstacle(previewed.obstacle);
    setConsequence(previewed?.consequence);
    setAsking(true);
  };
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
      <Button isPending={isForeseeing} kind="secondary" onPress={() => void ask()}>
        {label}
      </Button>
      <ConfirmDialog
        confirm={label}
        danger={!canBeUndone}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        title={label}
      >
        <p>{question}</p>
        {consequence?.text}
      </ConfirmDialog>
      {obstacle ? (
        <Dialog
          actions={
            <Button kind="secondary" onPress={() => setObstacle(undefined)}>
              {t("ui.close")}
            </Button>
          }
          isOpen
          onClose={() => setObstacle(undefined)}
          title={obstacle.title}
        >
          {obstacle.text}
        </Dialog>
      ) : null}
    </>
  );
}

/** Says of a text that must be there that it is not. */
export function useRequired(): (text: string) => string | undefined {
  const t = useText();
  return (text) => (text.trim() ? undefined : t("field.required"));
}
