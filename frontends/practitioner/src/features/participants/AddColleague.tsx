import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Button, Dialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useSaveParticipantMutation } from "./api";
import { ColleagueSelect } from "./ColleagueSelect";

interface AddColleagueProps {
  readonly appointmentId: string;
  readonly onClose: () => void;
}

/** Has a colleague take part, as long as they are free at that time. */
export function AddColleague({ appointmentId, onClose }: AddColleagueProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const [practitionerId, setPractitioner] = useState("");
  const [save, { error, reset }] = useSaveParticipantMutation();
  const submit = async () => {
    const request = { appointmentId, practitionerId };
    const answer = await save({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t("participants.added"));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t("participants.colleague.add")}>
      <Form
        actions={
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
        }
        brief
        failure={error}
        fields={{ practitioner_id: t("participants.colleague") }}
        onSubmit={submit}
        problems={{ practitioner_id: practitionerId === "" ? t("field.required") : undefined }}
        submit={t("participants.colleague.add")}
      >
        {(field) => (
          <ColleagueSelect
            {...field("practitioner_id")}
            onChange={(id) => {
              setPractitioner(id);
              // What the server said was said of somebody else.
              if (error) reset();
            }}
            value={practitionerId}
            without={[]}
          />
        )}
      </Form>
    </Dialog>
  );
}
