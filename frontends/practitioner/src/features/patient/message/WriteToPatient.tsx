import { FromElsewhere } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Form, QueryView } from "@kajo/shared/patterns";
import type { GetMessageLimitsResponseJson, PatientJson } from "@kajo/shared/rpc";
import { UndoableMessage, useGetMessageLimitsQuery } from "@kajo/shared/thread";
import { Button } from "@kajo/shared/ui";
import { useOwnQueueOptions } from "../../conversation/options";
import { VisibilitySelect } from "../../conversation/visibility/VisibilitySelect";
import { InPlace } from "../../editing/InPlace";
import { Phrases } from "../../phrases/Phrases";
import { MessageFields, WasUnsent } from "./MessageFields";
import { Queues } from "./Queues";
import { useFirstMessage } from "./use-first-message";

interface WriteToPatientProps {
  readonly patient: PatientJson;
  readonly onClose: () => void;
}

/** The first message to a patient, who answers it; whoever wrote it owns the conversation. */
export function WriteToPatient(props: WriteToPatientProps) {
  const queues = useOwnQueueOptions();
  return (
    <QueryView query={useGetMessageLimitsQuery({})}>
      {(limits) => (
        <Queues onClose={props.onClose} queues={queues}>
          <InPlace>
            <MessageForm {...props} limits={limits} options={queues.options} />
          </InPlace>
        </Queues>
      )}
    </QueryView>
  );
}

interface MessageFormProps extends WriteToPatientProps {
  readonly limits: GetMessageLimitsResponseJson;
  readonly options: ReturnType<typeof useOwnQueueOptions>["options"];
}

function MessageForm({ patient, onClose, limits, options }: MessageFormProps) {
  const t = useText();
  const message = useFirstMessage({ patientId: patient.patientId ?? "", limits, options });
  const { sending, uploads, written, edit } = message;
  return (
    <>
      {sending.isAway ? <UndoableMessage attachments={uploads.sendable} sending={sending} /> : null}
      <WasUnsent message={message} />
      {sending.isAway ? null : <FromElsewhere elsewhere={message.elsewhere} />}
      <div hidden={sending.isAway}>
        <Form
          actions={
            <Button kind="secondary" onPress={onClose}>
              {t("patient.message.later")}
            </Button>
          }
          failure={message.error}
          fields={message.fields}
          onSubmit={message.submit}
          others={message.others}
          problems={message.problems}
          submit={t("patient.message.send")}
        >
          {(field) => (
            <>
              <MessageFields area={sending.field} field={field} message={message} />
              <VisibilitySelect onChange={(visibility) => edit({ visibility })} value={written.visibility} />
            </>
          )}
        </Form>
        <Phrases area={sending.field} change={(text) => edit({ text })} text={written.text} />
      </div>
    </>
  );
}
