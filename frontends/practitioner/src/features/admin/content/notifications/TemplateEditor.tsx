import { languageConfig, useText } from "@kajo/shared/i18n";
import { UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import type { NotificationTemplateJson } from "@kajo/shared/rpc";
import { Stack } from "@kajo/shared/ui";
import { RestoredDraftNotice } from "../../../editing/RestoredDraftNotice";
import { ordered } from "../../publication/languages";
import { PublicationForm } from "../../publication/PublicationForm";
import { usePublishing } from "../../publication/use-publishing";
import { useStaleQuestion } from "../../publication/use-stale-question";
import { TemplateHistory } from "./TemplateHistory";
import { TemplateLanguages } from "./TemplateLanguages";
import { TemplateState } from "./TemplateState";
import type { TemplateName } from "./types";
import { useTemplate } from "./use-template";
import { type FieldName, fieldName, parts, partTexts, stateOf } from "./values";

interface TemplateEditorProps {
  readonly name: TemplateName;
  readonly kept: NotificationTemplateJson;
}

/** One template: written in a tab per language and shown beside it as a resident gets it, kept as a draft, published and rolled back. */
export function TemplateEditor({ name, kept }: TemplateEditorProps) {
  const t = useText();
  const writing = useTemplate(name, kept);
  const { edit, current } = writing;
  const guard = useUnsavedGuard(edit.isDirty, { names: ["contentName"], onLeave: edit.forget });
  const publishing = usePublishing(writing, { published: t("notificationTemplates.published") });
  const { change, language, setLanguage } = publishing;
  const question = useStaleQuestion(ordered.filter((each) => stateOf(edit.value, current, each) === "stale"));
  const fields = Object.fromEntries(
    ordered.flatMap((each) =>
      parts.map((part) => [
        fieldName(each, part),
        t("admin.inLanguage", { field: t(partTexts[part]), language: languageConfig[each].name }),
      ]),
    ),
  ) as Record<FieldName, string>;
  return (
    <Stack gap="l">
      <p>
        <TemplateState {...kept} />
      </p>
      <RestoredDraftNotice edit={edit} />
      <PublicationForm fields={fields} list="/admin/content-management" publishing={publishing} question={question}>
        {(field) => (
          <>
            <p>{t("notificationTemplates.form")}</p>
            <TemplateLanguages
              field={field}
              kept={current}
              onChange={(of, next) => change({ [of]: next })}
              onSelect={setLanguage}
              placeholders={kept.placeholders ?? []}
              selected={language}
              values={edit.value}
            />
          </>
        )}
      </PublicationForm>
      <TemplateHistory kept={kept} />
      <UnsavedDialog guard={guard} />
    </Stack>
  );
}
