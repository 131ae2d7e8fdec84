import { FileDrop, useUploads } from "@kajo/shared/attachments";
import { intentStorage, toPatient, useDraft, useFound, useWritten } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Fetched, Form, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import { type GetMessageLimitsResponseJson, type PatientJson, useIntent } from "@kajo/shared/rpc";
import { useGetMessageLimitsQuery } from "@kajo/shared/thread";
import { Button, graphemes, Select, TextArea, TextField, useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useOwnQueueOptions } from "../../conversation/options";
import { InPlace } from "../info/InPlace";
import { useStartPatientConversationMutation } from "./api";
import { Queues } from "./Queues";

interface WriteToPatientProps {
  readonly patient: PatientJson;
  readonly onClose: () => void;
}

/** The first message to a patient, who answers it; whoever wrote it owns the conversation. */
export function WriteToPatient(props: WriteToPatientProps) {
  const queues = useOwnQueueOptions();
  return (
    <Fetched query={useGetMessageLimitsQuery({})}>
      {(limits) => (
        <Queues onClose={props.onClose} queues={queues}>
          <InPlace>
            <MessageForm {...props} limits={limits} options={queues.options} />
          </InPlace>
        </Queues>
      )}
    </Fetched>
  );
}

interface MessageFormProps extends WriteToPatientProps {
  readonly limits: GetMessageLimitsResponseJson;
  readonly options: ReturnType<typeof useOwnQueueOptions>["options"];
}

/** What is typed is kept here and at the server, whatever becomes of sending; files on their way are asked about. */
function MessageForm({ patient, onClose, limits, options }: MessageFormProps) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const where = toPatient(patient.patientId ?? "");
  const intent = useIntent(intentStorage(where));
  const { written, change, adopt, arrived } = useWritten(where);
  const [place, choose, forget] = useDraft(`${where}.queue`, { subcategoryId: "" });
  const uploads = useUploads(limits, written.attachments, (attachments) => change({ attachments }));
  const [start, { error, isLoading, reset }] = useStartPatientConversationMutation();
  const guard = useUnsavedGuard(uploads.busy || isLoading);
  useFound(where, written, (found) => {
    if (uploads.busy) return false;
    adopt(found);
    uploads.clear();
    uploads.restore(found.attachments);
    return true;
  });

  const only = options.length === 1 ? options[0]?.id : undefined;
  const subcategoryId = options.find(({ id }) => id === place.subcategoryId)?.id ?? only ?? "";
  const wrong = (text: string, max = 0) => {
    if (text.trim() === "") return t("field.required");
    return graphemes(text) > max ? t("error.reason.too_long", { max }) : undefined;
  };
  const others: string[] = [];
  if (uploads.busy) others.push(t("reply.uploadsRunning"));
  if (uploads.left > 0) others.push(t("attachments.left", { n: uploads.left }));
  const edit = (part: { readonly topic?: string; readonly text?: string }) => {
    change(part);
    // What the server said was said of what stood there.
    if (error) reset();
  };

  const submit = async () => {
    const { topic, text } = written;
    const attachmentIds = uploads.sendable.flatMap((each) => each.attachmentId ?? []);
    const request = { patientId: patient.patientId ?? "", subcategoryId, topic, text, attachmentIds };
    const answer = await start({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) return;
    intent.settle();
    arrived();
    forget();
    guard.release();
    toast("success", t("patient.message.sent"));
    await navigate({ to: "/inbox", search: { tab: "own", conversation: answer.data.conversationId ?? "" } });
  };

  return (
    <>
      <Form
        actions={
          <Button kind="secondary" onPress={onClose}>
            {t("patient.message.later")}
          </Button>
        }
        failure={error}
        fields={{
          subcategory_id: t("patient.message.queue"),
          topic: t("patient.message.topic"),
          text: t("patient.message.text"),
        }}
        onSubmit={submit}
        others={others}
        problems={{
          subcategory_id: subcategoryId === "" ? t("field.required") : undefined,
          topic: wrong(written.topic, limits.maxTopicCharacters),
          text: wrong(written.text, limits.maxMessageCharacters),
        }}
        submit={t("patient.message.send")}
      >
        {(field) => (
          <>
            <Select
              {...field("subcategory_id")}
              hint={t("patient.message.queue.hint")}
              onChange={(next) => {
                choose({ subcategoryId: next });
                if (error) reset();
              }}
              options={options}
              value={subcategoryId === "" ? null : subcategoryId}
            />
            <TextField
              {...field("topic")}
              max={limits.maxTopicCharacters}
              onChange={(topic) => edit({ topic })}
              value={written.topic}
            />
            <TextArea
              {...field("text")}
              max={limits.maxMessageCharacters}
              onChange={(text) => edit({ text })}
              rows={8}
              value={written.text}
            />
            <FileDrop limits={limits} uploads={uploads} />
          </>
        )}
      </Form>
      <UnsavedDialog guard={guard} />
    </>
  );
}
