import { useLanguage, useText } from "@kajo/shared/i18n";
import { IconPicker } from "@kajo/shared/icons";
import { QueryView } from "@kajo/shared/patterns";
import type { ManagedCategoryJson } from "@kajo/shared/rpc";
import { RadioGroup, Stack } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { useListServiceAreasQuery } from "../../service-areas/api";
import { useAreaNames } from "../../service-areas/use-area-names";
import { Editor } from "../editor/Editor";
import { labelsOf, problemsOf, type RecordField } from "../module/fields";
import { LocalizedFields } from "../module/LocalizedFields";
import { ManyChoices } from "../module/ManyChoices";
import { useGetManagedCategoryQuery, useSaveCategoryMutation } from "./api";
import { useArchiving } from "./archiving";
import type { Panel } from "./panel";
import { Queues } from "./Queues";
import { type CategoryValue, categoryValue, nameIn } from "./values";

interface PanelProps {
  readonly panel: Panel;
}

/** A new category. */
export function NewCategoryPage({ panel }: PanelProps) {
  return <CategoryEditor category={undefined} panel={panel} />;
}

/** One that is kept, with its queues. */
export function CategoryPage({ panel }: PanelProps) {
  const { categoryId = "" } = useParams({ strict: false }) as { readonly categoryId?: string };
  return (
    <QueryView key={categoryId} page query={useGetManagedCategoryQuery({ categoryId })}>
      {({ category, queues = [] }) => (
        <Stack gap="l">
          <CategoryEditor category={category} panel={panel} />
          <Queues category={category} panel={panel} queues={queues} />
        </Stack>
      )}
    </QueryView>
  );
}

interface CategoryEditorProps extends PanelProps {
  readonly category: ManagedCategoryJson | undefined;
}

/** Residents choose by their area; what is kept in tasks has none. */
function CategoryEditor({ panel, category }: CategoryEditorProps) {
  const isInbox = panel.module === "CATEGORY_MODULE_INBOX";
  return isInbox ? (
    <InboxFields category={category} panel={panel} />
  ) : (
    <Fields areas={[]} category={category} panel={panel} />
  );
}

function InboxFields({ panel, category }: CategoryEditorProps) {
  return (
    <QueryView page query={useListServiceAreasQuery({})}>
      {({ serviceAreas = [] }) => (
        <Fields
          areas={serviceAreas.flatMap(({ serviceAreaId }) => serviceAreaId ?? [])}
          category={category}
          panel={panel}
        />
      )}
    </QueryView>
  );
}

const texts: readonly RecordField<CategoryValue>[] = [
  { as: "translated", key: "name", label: "admin.name", max: 200 },
  { as: "translated", key: "description", label: "serviceCategories.description", max: 2000, rows: 3, optional: true },
];

interface FieldsProps extends CategoryEditorProps {
  readonly areas: readonly string[];
}

function Fields({ panel, category, areas }: FieldsProps) {
  const t = useText();
  const language = useLanguage();
  const areaName = useAreaNames();
  const [save] = useSaveCategoryMutation();
  const isInbox = panel.module === "CATEGORY_MODULE_INBOX";
  const { categoryId = "", details, archived = false } = category ?? {};
  const name = nameIn(language, details?.name);
  const removal = useArchiving(panel.words, { categoryId, subcategoryId: "" }, name, archived);
  const current = categoryValue(details, areas);
  // Areas that the county has no more can be taken out.
  const shown = [...new Set([...areas, ...current.serviceAreaIds])];
  return (
    <Editor<CategoryValue, string, object, object>
      check={(value) => ({
        ...problemsOf(texts, value as never, t),
        "details.matter": value.matter ? undefined : t("field.required"),
        "details.service_area_ids":
          isInbox && value.serviceAreaIds.length === 0 ? t("error.reason.service_area_missing") : undefined,
      })}
      current={current}
      fields={{
        ...labelsOf(texts, t),
        "details.icon": t("serviceCategories.icon"),
        "details.matter": t("serviceCategories.matter"),
        ...(isInbox ? { "details.service_area_ids": t("inboxCategories.areas") } : {}),
      }}
      list={{ to: panel.list, label: t(panel.words.title) }}
      removal={category && removal}
      request={(value, version) => ({
        categoryId,
        module: panel.module,
        details: value,
        // What this form does not know stays as it is kept.
        fields: ["name", "description", "icon", "matter", "service_area_ids"],
        version,
      })}
      save={save as never}
      saved={t(panel.words.saved)}
      title={name || t(panel.words.new)}
      version={category?.version ?? "0"}
    >
      {({ value, change, field }) => (
        <>
          <LocalizedFields
            field={field}
            fieldKey="name"
            label={t("admin.name")}
            max={200}
            onChange={(next) => change({ name: next })}
            value={value.name}
          />
          <LocalizedFields
            field={field}
            fieldKey="description"
            hint={t("serviceCategories.description.hint")}
            label={t("serviceCategories.description")}
            max={2000}
            onChange={(next) => change({ description: next })}
            optional
            rows={3}
            value={value.description}
          />
          <IconPicker
            label={t("serviceCategories.icon")}
            onChange={(icon) => change({ icon: icon ?? "" })}
            value={value.icon || undefined}
          />
          <RadioGroup
            {...field("details.matter")}
            hint={t("queues.matter.hint")}
            onChange={(matter) => change({ matter })}
            options={[
              { id: "MATTER_HEALTH", label: t("matter.health") },
              { id: "MATTER_SOCIAL", label: t("matter.social") },
            ]}
            value={value.matter || null}
          />
          {isInbox ? (
            <ManyChoices
              {...field("details.service_area_ids")}
              hint={t("inboxCategories.areas.hint")}
              onChange={(serviceAreaIds) => change({ serviceAreaIds })}
              options={shown.map((id) => ({ id, label: areaName(id) }))}
              value={value.serviceAreaIds}
            />
          ) : null}
        </>
      )}
    </Editor>
  );
}
