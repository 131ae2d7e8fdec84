import { languageConfig, useText } from "@kajo/shared/i18n";
import { UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import type { DocumentJson } from "@kajo/shared/rpc";
import { Stack } from "@kajo/shared/ui";
import { RestoredDraftNotice } from "../../../editing/RestoredDraftNotice";
import { ordered } from "../../publication/languages";
import { PublicationForm } from "../../publication/PublicationForm";
import { usePublishing } from "../../publication/use-publishing";
import { Clearing } from "./Clearing";
import { DocumentHistory } from "./DocumentHistory";
import { DocumentLanguages } from "./DocumentLanguages";
import { DocumentState } from "./DocumentState";
import { type DocumentName, typeOf } from "./types";
import { useDocument } from "./use-document";
import { useQuestion } from "./use-question";
import { effectOf, type FieldName, fieldName, partsOf, partTexts } from "./values";

interface DocumentEditorProps {
  readonly name: DocumentName;
  readonly kept: DocumentJson;
}

/** One document: written in a tab per language and drawn beside it as residents see it, kept as a draft, published and rolled back. */
export function DocumentEditor({ name, kept }: DocumentEditorProps) {
  const t = useText();
  const type = typeOf(name);
  const writing = useDocument(name, kept);
  const { edit, current } = writing;
  const guard = useUnsavedGuard(edit.isDirty, { names: ["contentName"], onLeave: edit.forget });
  const publishing = usePublishing(writing, { published: t("documents.published") });
  const { change, language, setLanguage } = publishing;
  const isInForce = (kept.publishedVersion ?? 0) > 0 && !kept.publishedEmpty;
  const question = useQuestion(type, effectOf(type, edit.value, current, isInForce));
  const fields = Object.fromEntries(
    ordered.flatMap((each) =>
      partsOf(type).map((part) => [
        fieldName(each, part),
        t("admin.inLanguage", { field: t(partTexts[part]), language: languageConfig[each].name }),
      ]),
    ),
  ) as Record<FieldName, string>;
  return (
    <Stack gap="l">
      <p>
        <DocumentState {...kept} />
      </p>
      <RestoredDraftNotice edit={edit} />
      <PublicationForm
        fields={fields}
        list="/admin/content-management"
        publishing={publishing}
        question={question}
        removal={type.isRequired ? undefined : <Clearing onChange={change} values={edit.value} />}
      >
        {(field) => (
          <>
            <p>{t(type.form)}</p>
            <DocumentLanguages
              field={field}
              kept={current}
              onChange={(of, next) => change({ [of]: next })}
              onSelect={setLanguage}
              selected={language}
              type={type}
              values={edit.value}
            />
          </>
        )}
      </PublicationForm>
      <DocumentHistory kept={kept} type={type} />
      <UnsavedDialog guard={guard} />
    </Stack>
  );
}
