import { useDraft } from "@kajo/shared/drafts";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Form, QueryView } from "@kajo/shared/patterns";
import { type TaskDueUnitJson, type TaskQueueJson, useIntent } from "@kajo/shared/rpc";
import { useGetMessageLimitsQuery } from "@kajo/shared/thread";
import { Banner, Button, graphemes, NumberField, Select, TextArea, TextField, useToast } from "@kajo/shared/ui";
import { dueMax, dueUnits } from "../due/units";
import { InPlace } from "../editing/InPlace";
import { useActivateCustomerTaskMutation, useListTaskQueuesQuery } from "./api";

interface ActivateTaskProps {
  readonly patientId: string;
  readonly onClose: () => void;
}

/** A task for a patient: in a queue, with a text, until a time that the queue proposes. */
export function ActivateTask(props: ActivateTaskProps) {
  const t = useText();
  const limits = useGetMessageLimitsQuery({});
  return (
    <QueryView query={limits}>
      {({ maxTopicCharacters = 0, maxMessageCharacters = 0 }) => (
        <Queues {...props}>
          {(queues) =>
            queues.length > 0 ? (
              <InPlace>
                <TaskForm {...props} max={[maxTopicCharacters, maxMessageCharacters]} queues={queues} />
              </InPlace>
            ) : (
              <Banner
                action={
                  <Button kind="secondary" onPress={props.onClose}>
                    {t("ui.close")}
                  </Button>
                }
                announce="polite"
                tone="info"
              >
                {t("customerTask.noQueues")}
              </Banner>
            )
          }
        </Queues>
      )}
    </QueryView>
  );
}

interface QueuesProps {
  readonly children: (queues: readonly TaskQueueJson[]) => React.ReactNode;
}

function Queues({ children }: QueuesProps) {
  const query = useListTaskQueuesQuery({});
  return <QueryView query={query}>{({ queues = [] }) => children(queues)}</QueryView>;
}

interface Written {
  readonly subcategoryId: string;
  readonly title: string;
  readonly instruction: string;
  /** Empty: as the queue proposes. */
  readonly unit: TaskDueUnitJson | "";
  readonly amount: number | null;
}

const nothing: Written = { subcategoryId: "", title: "", instruction: "", unit: "", amount: null };

interface TaskFormProps extends ActivateTaskProps {
  readonly queues: readonly TaskQueueJson[];
  /** Longest title and longest instruction. */
  readonly max: readonly [title: number, instruction: number];
}

/** What is typed is kept in this tab, also when it is closed. */
function TaskForm({ patientId, onClose, queues, max }: TaskFormProps) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const name = `customer-task.${patientId}`;
  const [written, change, forget] = useDraft(name, nothing);
  const intent = useIntent();
  const [activate, { error, reset }] = useActivateCustomerTaskMutation();
  const only = queues.length === 1 ? queues[0]?.subcategoryId : undefined;
  const queue = queues.find(({ subcategoryId }) => subcategoryId === (written.subcategoryId || only));
  const unit = written.unit || queue?.due?.unit || "";
  const amount = written.unit ? written.amount : (written.amount ?? queue?.due?.amount ?? null);
  const isCounted = unit !== "" && unit !== "TASK_DUE_UNIT_AS_SOON_AS_POSSIBLE";
  const edit = (part: Partial<Written>) => {
    change(part);
    // What the server said was said of what stood there.
    if (error) reset();
  };
  const wrong = (text: string, most: number) => {
    if (text.trim() === "") return t("field.required");
    return graphemes(text) > most ? t("error.reason.too_long", { max: most }) : undefined;
  };
  const wrongDue = () => {
    if (unit === "") return t("field.required");
    const isWithin = amount !== null && amount >= 1 && amount <= dueMax;
    return isCounted && !isWithin ? t("error.reason.due_out_of_range", { min: 1, max: dueMax }) : undefined;
  };
  const submit = async () => {
    const request = {
      patientId,
      subcategoryId: queue?.subcategoryId ?? "",
      title: written.title,
      instruction: written.instruction,
      due: { unit: unit || "TASK_DUE_UNIT_UNSPECIFIED", amount: isCounted ? (amount ?? 0) : 0 },
    } as const;
    const answer = await activate({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    forget();
    toast("success", t("customerTask.activated"));
    onClose();
  };
  return (
    <Form
      actions={
        <Button kind="secondary" onPress={onClose}>
          {t("patient.message.later")}
        </Button>
      }
      failure={error}
      fields={{
        subcategory_id: t("customerTask.queue"),
        title: t("customerTask.field.title"),
        instruction: t("customerTask.field.instruction"),
        due: t("customerTask.due"),
      }}
      onSubmit={submit}
      problems={{
        subcategory_id: queue ? undefined : t("field.required"),
        title: wrong(written.title, max[0]),
        instruction: wrong(written.instruction, max[1]),
        due: wrongDue(),
      }}
      submit={t("customerTask.activate")}
    >
      {(field) => (
        <>
          <Select
            {...field("subcategory_id")}
            {...(queue
              ? { hint: t(queue.patientMarksDone ? "customerTask.byPatient" : "customerTask.byProfessionals") }
              : {})}
            onChange={(subcategoryId) => edit({ subcategoryId, unit: "", amount: null })}
            options={queues.map(({ subcategoryId = "", categoryName, name: queueName }) => ({
              id: subcategoryId,
              label: `${localized(language, categoryName)}: ${localized(language, queueName)}`,
            }))}
            value={queue?.subcategoryId ?? null}
          />
          <TextField {...field("title")} max={max[0]} onChange={(title) => edit({ title })} value={written.title} />
          <TextArea
            {...field("instruction")}
            max={max[1]}
            onChange={(instruction) => edit({ instruction })}
            rows={6}
            value={written.instruction}
          />
          <Select
            {...field("due")}
            {...(isCounted ? { error: undefined } : {})}
            hint={t(queue?.sendsExpired ? "customerTask.expires" : "customerTask.staysLate")}
            onChange={(next) => edit({ unit: next as TaskDueUnitJson, amount: amount ?? 1 })}
            options={dueUnits.map(([id, label]) => ({ id, label: t(label) }))}
            value={unit || null}
          />
          {isCounted ? (
            <NumberField
              error={field("due").error}
              label={t("queues.due.amount")}
              max={dueMax}
              min={1}
              onChange={(next) => edit({ unit, amount: next })}
              value={amount}
            />
          ) : null}
        </>
      )}
    </Form>
  );
}
