import { type Text, useText } from "@kajo/shared/i18n";
import { Button, Dialog } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { putImported } from "./imported";
import { readSurvey, type Wrong } from "./read";

interface Refused {
  readonly name: string;
  readonly wrong: Wrong;
}

/** Reads a survey from a file and opens it as a new one: it is kept only when it is saved there. */
export function ImportSurvey() {
  const t = useText();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const take = async (file: File) => {
    setReading(true);
    const read = await textOf(file).then(readSurvey);
    setReading(false);
    if ("wrong" in read) return setRefused({ name: file.name, wrong: read.wrong });
    putImported(read.details);
    await navigate({ to: "/admin/surveys/new" });
  };
  const close = () => setRefused(undefined);
  return (
    <>
      <input
        accept=".json,application/json"
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
        {refused ? <p>{wrongText(t, refused.wrong)}</p> : null}
        <p>{t("surveys.import.nothing")}</p>
      </Dialog>
    </>
  );
}

/** Letters that no reader would get back are no text: such a file is empty to us, and refused. */
const textOf = async (file: File): Promise<string> => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return "";
  }
};

function wrongText(t: Text, { code, at }: Wrong): string {
  switch (code) {
    case "too_large":
      return t("surveys.import.tooLarge");
    case "no_json":
      return t("surveys.import.noJson");
    case "no_survey":
      return t("surveys.import.noSurvey");
    case "unknown":
      return t("surveys.import.unknown", { at });
    case "malformed":
      return t("surveys.import.malformed", { at });
  }
}
