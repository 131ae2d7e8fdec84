import { useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Button, Card } from "@kajo/shared/ui";
import { useRef, useState } from "react";
import { useStanding } from "../work-context/standing";
import { AccessLog } from "./AccessLog";
import {
  useListPatientAccessLogInfiniteQuery,
  useShowAccessEntryMutation,
  useWithholdAccessEntryMutation,
} from "./api";

interface PatientAccessLogProps {
  readonly patientId: string;
  /** As the patient is called. */
  readonly name: string;
}

/** Of a patient who was opened in this session. Fetched when asked for: that it was looked at stands in it. */
export function PatientAccessLog({ patientId, name }: PatientAccessLogProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (useStanding()?.level !== "LEVEL_RESPONSIBLE_USER") return null;
  return (
    <Card>
      <h3 ref={heading} tabIndex={-1}>
        {t("accessLog.title")}
      </h3>
      <p>{t("accessLog.text")}</p>
      {isOpen ? (
        <Log name={name} patientId={patientId} />
      ) : (
        <div>
          <Button
            kind="secondary"
            onPress={() => {
              setOpen(true);
              // The button goes: who reads by ear goes on from above the list.
              heading.current?.focus();
            }}
          >
            {t("accessLog.open")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Log({ patientId, name }: PatientAccessLogProps) {
  const intent = useIntent();
  const query = useListPatientAccessLogInfiniteQuery(patientId);
  const [withhold] = useWithholdAccessEntryMutation();
  const [show] = useShowAccessEntryMutation();
  return (
    <AccessLog
      {...fromPages(query, (page) => page.entries)}
      onShow={async (entryId) => {
        const request = { patientId, entryId };
        const { error } = await show({ request, idempotencyKey: intent.keyFor(request) });
        if (!error) intent.settle();
        return error;
      }}
      onWithhold={async (decided) => {
        const request = { patientId, ...decided };
        const { error } = await withhold({ request, idempotencyKey: intent.keyFor(request) });
        if (!error) intent.settle();
        return error;
      }}
      representedName={name}
    />
  );
}
