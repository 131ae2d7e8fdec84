import { useText } from "@kajo/shared/i18n";
import { canonical, type SurveyDetailsJson, SurveyDetailsSchema } from "@kajo/shared/rpc";
import { Button, useToast } from "@kajo/shared/ui";
import { fileNameOf } from "./file-name";

/** Hands a survey to the browser as a file, from which it can be imported again. */
export function ExportSurvey({ details }: { readonly details: SurveyDetailsJson }) {
  const t = useText();
  const toast = useToast();
  const save = async () => {
    // As the contract writes it, whatever the editor holds beside it.
    const written = await canonical(SurveyDetailsSchema, details).catch(() => undefined);
    if (written === undefined) return toast("danger", t("surveys.export.failed"));
    const name = fileNameOf(written.title?.fi ?? "");
    saveFile(`${JSON.stringify(written, undefined, 2)}\n`, name);
    toast("success", t("surveys.export.done", { name }));
  };
  return (
    <Button kind="secondary" onPress={() => void save()}>
      {t("surveys.export")}
    </Button>
  );
}

/** How long the browser may take to read what it was handed, in milliseconds. */
const keptMs = 40_000;

function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
