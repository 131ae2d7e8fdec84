import { asFailure } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { type ActivatablePathJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, Dialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useActivatePathMutation } from "./api";
import { PathChoice } from "./PathChoice";
import { PathPreview } from "./PathPreview";
import { textsOf } from "./texts";

interface ActivatePathProps {
  readonly patientId: string;
  /** Which one runs then. */
  readonly onActivated: (executionId: string) => void;
  readonly onClose: () => void;
}

/** A published path for a patient, once it is said what it does. */
export function ActivatePath({ patientId, onActivated, onClose }: ActivatePathProps) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const intent = useIntent();
  const [activate, { error, reset, isLoading }] = useActivatePathMutation();
  const [path, setPath] = useState<ActivatablePathJson>();
  // Asked about, and no failure: the same path runs for the patient.
  const isActiveAlready = error !== undefined && asFailure(error).reason === "path_already_active";
  const choose = (chosen: ActivatablePathJson) => {
    setPath(chosen);
    // What the server said was said of what stood there.
    if (error) reset();
  };
  const send = async (again: boolean) => {
    const request = { patientId, pathId: path?.pathId ?? "", again };
    const answer = await activate({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t("patientPath.activated"));
    onActivated(answer.data.pathExecutionId ?? "");
    onClose();
  };
  return (
    <>
      <Dialog isOpen onClose={onClose} title={t("patientPath.activate")}>
        <Form
          actions={
            <Button kind="secondary" onPress={onClose}>
              {t("ui.cancel")}
            </Button>
          }
          brief
          failure={isActiveAlready ? undefined : error}
          fields={{ path_id: t("patientPath.path") }}
          isPending={isLoading}
          onSubmit={() => send(false)}
          problems={{ path_id: path ? undefined : t("patientPath.required") }}
          submit={t("patientPath.send")}
        >
          {(field) => (
            <>
              <PathChoice {...field("path_id")} onChange={choose} value={path} />
              <PathPreview path={path} />
            </>
          )}
        </Form>
      </Dialog>
      {/* Beside the dialog: what closes one of them must not close the other. */}
      <ConfirmDialog
        confirm={t("patientPath.again")}
        isOpen={isActiveAlready}
        isPending={isLoading}
        onClose={reset}
        onConfirm={() => void send(true)}
        title={t("patientPath.again.title")}
      >
        <p>{t("patientPath.again.text", { name: localized(language, textsOf(path?.name)) })}</p>
      </ConfirmDialog>
    </>
  );
}
