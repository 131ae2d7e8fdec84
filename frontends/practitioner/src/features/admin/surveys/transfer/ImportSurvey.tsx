import { useFailureLine } from "@kajo/shared/errors";
import { base64Of } from "@kajo/shared/files";
import { useText } from "@kajo/shared/i18n";
import { Button, Dialog, useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useImportQuestionnaireMutation } from "./api";
import { putImported } from "./imported";
import { Refused, type Why } from "./Refused";
import { readFile } from "./read";

interface RefusedFile {
  readonly name: string;
  readonly why: Why;
}

/** Reads a FHIR Questionnaire from a file and opens it as a new survey: it is kept only when it is saved there (SUR-09). */
export function ImportSurvey() {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [send] = useImportQuestionnaireMutation();
  const [isReading, setReading] = useState(false);
  const [refused, setRefused] = useState<RefusedFile>();
  const read = async (file: File): Promise<void> => {
    const found = await readFile(file);
    if ("unsent" in found) return setRefused({ name: file.name, why: found });
    const { data, error } = await send({ questionnaire: base64Of(found.questionnaire) });
    if (error !== undefined) return toast("danger", failureLine(error));
    const { details, problem = {} } = data;
    if (details === undefined) return setRefused({ name: file.name, why: { problem } });
    putImported(details);
    await navigate({ to: "/admin/surveys/new" });
  };
  const take = async (file: File) => {
    if (isReading) return;
    setReading(true);
    await read(file);
    setReading(false);
  };
  const close = () => setRefused(undefined);
  return (
    <>
      <input
        accept=".json,application/json,application/fhir+json"
        aria-label={t("surveys.import")}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after it was put right.
          target.value = "";
          if (file) void take(file);
        }}
        ref={input}
        type="file"
      />
      <Button isPending={isReading} kind="secondary" onPress={() => input.current?.click()}>
        {t("surveys.import")}
      </Button>
      <Dialog
        actions={
          <Button kind="secondary" onPress={close}>
            {t("ui.close")}
          </Button>
        }
        isOpen={refused !== undefined}
        onClose={close}
        title={t("surveys.import.refused", { name: refused?.name ?? "" })}
      >
        {refused ? <Refused why={refused.why} /> : null}
        <p>{t("surveys.import.nothing")}</p>
      </Dialog>
    </>
  );
}
