import { useFieldText } from "@kajo/shared/errors";
import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { MatterJson } from "@kajo/shared/rpc";
import { Card, ComboBox, RadioGroup, Spinner, Switch } from "@kajo/shared/ui";
import { LocalizedFields } from "../../module/LocalizedFields";
import { useListPathCategoryNamesQuery } from "../api";
import styles from "./Build.module.css";
import type { Values } from "./types";

interface DetailsFieldsProps {
  readonly value: Values;
  /** `field`: into which one something was typed. */
  readonly onChange: (part: Partial<Values>, field?: string) => void;
  /** The failed call: what it says of a field stands at that. */
  readonly failure: unknown;
}

const unwritten = { fi: "", sv: "", en: "" };

/** What the path itself is. */
export function DetailsFields({ value, onChange, failure }: DetailsFieldsProps) {
  const t = useText();
  const fieldText = useFieldText();
  const field = (name: string) => ({ name, label: "", error: fieldText(failure, name) });
  return (
    <Card>
      <div className={styles.fields}>
        <h2>{t("pathEditor.details")}</h2>
        <LocalizedFields
          field={field}
          fieldKey="name"
          label={t("pathEditor.name")}
          max={200}
          onChange={(name) => onChange({ name }, "name")}
          value={{ ...unwritten, ...value.name }}
        />
        <LocalizedFields
          field={field}
          fieldKey="description"
          hint={t("pathEditor.description.hint")}
          label={t("pathEditor.description")}
          max={2000}
          onChange={(description) => onChange({ description }, "description")}
          optional
          rows={3}
          value={{ ...unwritten, ...value.description }}
        />
        <Category
          error={field("details.path_category_id").error}
          onChange={(pathCategoryId) => onChange({ pathCategoryId })}
          value={value.pathCategoryId}
        />
        <RadioGroup
          error={field("details.matter").error}
          hint={t("pathEditor.matter.hint")}
          label={t("pathEditor.matter")}
          name="details.matter"
          onChange={(matter) => onChange({ matter: matter as MatterJson })}
          options={[
            { id: "MATTER_HEALTH", label: t("matter.health") },
            { id: "MATTER_SOCIAL", label: t("matter.social") },
          ]}
          value={value.matter}
        />
        {value.kind === "PATH_KIND_BLOCKS" ? (
          <Switch
            hint={t("pathEditor.onePath.hint")}
            isSelected={value.onePath}
            label={t("pathEditor.onePath")}
            onChange={(onePath) => onChange({ onePath })}
          />
        ) : null}
      </div>
    </Card>
  );
}

interface CategoryProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}

/** A category in use, or the one that is chosen already, whatever has become of it. */
function Category({ value, error, onChange }: CategoryProps) {
  const t = useText();
  const language = useLanguage();
  const { data, isError } = useListPathCategoryNamesQuery();
  // A list that comes later would leave the name of what is chosen out.
  if (!data && !isError) return <Spinner />;
  const { names = [] } = data ?? {};
  const isUnknown = value !== "" && names.every(({ id }) => id !== value);
  return (
    <ComboBox
      error={error}
      hint={t("pathEditor.category.hint")}
      label={t("pathEditor.category")}
      name="details.path_category_id"
      onChange={(id) => onChange(id ?? "")}
      options={[
        ...names
          .filter(({ id, archived }) => !archived || id === value)
          .map(({ id = "", names: texts, archived }) => ({
            id,
            label: dotted(localized(language, texts), archived ? t("admin.state.archived") : undefined),
          })),
        ...(isUnknown ? [{ id: value, label: t(isError ? "names.failed" : "names.gone") }] : []),
      ]}
      value={value || null}
    />
  );
}
