import { useText } from "@kajo/shared/i18n";
import { QueryView, Wizard } from "@kajo/shared/patterns";
import type { PatientJson } from "@kajo/shared/rpc";
import { UndoableMessage, useGetMessageLimitsQuery } from "@kajo/shared/thread";
import { Banner, Card } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useOwnQueueOptions } from "../conversation/options";
import { VisibilitySelect } from "../conversation/visibility/VisibilitySelect";
import { MessagingUnknown } from "../patient/info/MessagingUnknown";
import { messagingBar } from "../patient/info/messaging";
import { MessageFields, WasUnsent } from "../patient/message/MessageFields";
import { Queues } from "../patient/message/Queues";
import { type FirstMessageOptions, useFirstMessage } from "../patient/message/use-first-message";
import { Phrases } from "../phrases/Phrases";
import { type AboutPatient, nameOf, OpenedPatient, PatientChoice } from "./PatientStep";

/** A new message: the customer, the message, who may read it, and off it goes (CON-10). */
export function MessageWizard({ patientId, onPatient }: AboutPatient) {
  const navigate = useNavigate();
  const queues = useOwnQueueOptions();
  const limits = useGetMessageLimitsQuery({});
  if (patientId === undefined) return <WithoutPatient isLost={false} onPatient={onPatient} />;
  return (
    <OpenedPatient lost={<WithoutPatient isLost onPatient={onPatient} />} patientId={patientId}>
      {(patient) => (
        <QueryView query={limits}>
          {(known) => (
            <Queues onClose={() => void navigate({ to: "/inbox", search: {} })} queues={queues}>
              <Written
                limits={known}
                onPatient={onPatient}
                options={queues.options}
                patient={patient}
                patientId={patientId}
              />
            </Queues>
          )}
        </QueryView>
      )}
    </OpenedPatient>
  );
}

function useTitles() {
  const t = useText();
  return { patient: t("compose.patient"), message: t("compose.write"), visibility: t("visibility.label") };
}

/** Nobody is chosen yet: there is nothing to go on to. */
function WithoutPatient({ onPatient, isLost }: Pick<AboutPatient, "onPatient"> & { readonly isLost: boolean }) {
  const t = useText();
  const titles = useTitles();
  return (
    <Wizard
      current="patient"
      fields={{ ssn: t("patient.ssn") }}
      finish={t("patient.message.send")}
      onFinish={() => undefined}
      onStep={() => undefined}
      problems={{ ssn: t("compose.patient.none") }}
      steps={[
        {
          id: "patient",
          title: titles.patient,
          fields: ["ssn"],
          content: null,
          below: <PatientChoice isLost={isLost} onPatient={onPatient} />,
        },
        { id: "message", title: titles.message, content: null },
        { id: "visibility", title: titles.visibility, content: null },
      ]}
    />
  );
}

interface WrittenProps extends FirstMessageOptions {
  readonly patient: PatientJson;
  readonly onPatient: AboutPatient["onPatient"];
}

function Written({ patient, onPatient, ...options }: WrittenProps) {
  const t = useText();
  const titles = useTitles();
  const [step, setStep] = useState("message");
  const message = useFirstMessage(options);
  const { sending, uploads, written, edit } = message;
  const reason = messagingBar(patient.messaging);
  const name = nameOf(patient);
  const [files] = message.others;
  // Nothing is written to whom nothing can be sent.
  if (reason) {
    return (
      <>
        <h3>{name}</h3>
        <Banner announce="polite" tone="warning">
          {t(reason)}
        </Banner>
        <PatientChoice isLost={false} onPatient={onPatient} />
      </>
    );
  }
  return (
    <>
      {sending.isAway ? <UndoableMessage attachments={uploads.sendable} sending={sending} /> : null}
      <WasUnsent message={message} />
      <MessagingUnknown messaging={patient.messaging} />
      <div hidden={sending.isAway}>
        <Wizard
          current={step}
          dirty={uploads.busy}
          failure={message.error}
          fields={{ ...message.fields, attachment_ids: t("compose.files"), visibility: titles.visibility }}
          finish={t("patient.message.send")}
          onFinish={message.submit}
          onStep={(id) => (id === "patient" ? onPatient("") : setStep(id))}
          problems={{ ...message.problems, attachment_ids: files }}
          steps={[
            { id: "patient", title: titles.patient, content: null },
            {
              id: "message",
              title: titles.message,
              fields: ["subcategory_id", "topic", "text", "attachment_ids"],
              content: (field) => (
                <>
                  <p>{t("compose.to", { name })}</p>
                  <MessageFields area={sending.field} field={field} message={message} />
                </>
              ),
              below: <Phrases area={sending.field} change={(text) => edit({ text })} text={written.text} />,
            },
            {
              id: "visibility",
              title: titles.visibility,
              fields: ["visibility"],
              content: (
                <>
                  <Card>
                    <p>{t("compose.to", { name })}</p>
                    <p>
                      <strong>{written.topic}</strong>
                    </p>
                    <p>{written.text}</p>
                  </Card>
                  <VisibilitySelect onChange={(visibility) => edit({ visibility })} value={written.visibility} />
                </>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}
