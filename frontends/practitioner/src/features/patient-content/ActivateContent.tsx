import { asFailure } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { type ActivatableContentJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, Dialog, RadioGroup, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useActivateContentMutation } from "./api";
import { ContentChoice } from "./ContentChoice";

const matters = [
  ["MATTER_HEALTH", "patientContent.matter.health"],
  ["MATTER_SOCIAL", "patientContent.matter.social"],
] as const;

interface Chosen {
  readonly content: ActivatableContentJson | undefined;
  readonly matter: (typeof matters)[number][0] | null;
}

interface ActivateContentProps {
  readonly patientId: string;
  readonly onClose: () => void;
}

/** A published content for a patient, and what it is about for them. */
export function ActivateContent({ patientId, onClose }: ActivateContentProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const [activate, { error, reset, isLoading }] = useActivateContentMutation();
  const [{ content, matter }, setChosen] = useState<Chosen>({ content: undefined, matter: null });
  // Asked about, and no failure: the patient has the same content unread.
  const isGivenAlready = error !== undefined && asFailure(error).reason === "content_already_given";
  const edit = (part: Partial<Chosen>) => {
    setChosen((before) => ({ ...before, ...part }));
    // What the server said was said of what stood there.
    if (error) reset();
  };
  const send = async (again: boolean) => {
    const request = {
      patientId,
      serviceContentId: content?.serviceContentId ?? "",
      matter: matter ?? "MATTER_UNSPECIFIED",
      again,
    } as const;
    const answer = await activate({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t("patientContent.activated"));
    onClose();
  };
  return (
    <>
      <Dialog isOpen onClose={onClose} title={t("patientContent.activate")}>
        <Form
          actions={
            <Button kind="secondary" onPress={onClose}>
              {t("ui.cancel")}
            </Button>
          }
          brief
          failure={isGivenAlready ? undefined : error}
          fields={{ service_content_id: t("patientContent.content"), matter: t("patientContent.matter") }}
          isPending={isLoading}
          onSubmit={() => send(false)}
          problems={{
            service_content_id: content ? undefined : t("patientContent.required"),
            matter: matter ? undefined : t("field.required"),
          }}
          submit={t("patientContent.send")}
        >
          {(field) => (
            <>
              <ContentChoice
                {...field("service_content_id")}
                onChange={(chosen) => edit({ content: chosen })}
                value={content}
              />
              <RadioGroup
                {...field("matter")}
                hint={t("patientContent.matter.hint")}
                onChange={(chosen) => edit({ matter: chosen })}
                options={matters.map(([id, label]) => ({ id, label: t(label) }))}
                value={matter}
              />
            </>
          )}
        </Form>
      </Dialog>
      {/* Beside the dialog: what closes one of them must not close the other. */}
      <ConfirmDialog
        confirm={t("patientContent.again")}
        isOpen={isGivenAlready}
        onClose={reset}
        onConfirm={() => void send(true)}
        title={t("patientContent.again.title")}
      >
        <p>{t("patientContent.again.text")}</p>
      </ConfirmDialog>
    </>
  );
}
