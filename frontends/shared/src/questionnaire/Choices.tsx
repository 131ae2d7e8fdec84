import { useId } from "react";
import { localized, localizedLang, useLanguage, useText } from "../i18n";
import type { ItemJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { Checkbox, RadioGroup, TextField } from "../ui";
import fieldStyles from "../ui/Field.module.css";
import styles from "./Questionnaire.module.css";
import { toggled, type Values } from "./values";

export interface ChoicesProps {
  readonly item: ItemJson;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** No code of an option: it has a colon. */
const otherId = ":other";

/** One of the options, or several; and whatever else in own words. */
export function Choices(props: ChoicesProps) {
  const { item, label, values, onChange } = props;
  const t = useText();
  const other = values.find((value) => value.other !== undefined)?.other;
  return (
    <>
      {item.repeats ? <Several {...props} /> : <One {...props} />}
      {other === undefined ? null : (
        <TextField
          label={t("questionnaire.other.text", { question: label })}
          max={item.maxLength || undefined}
          onChange={(text) => onChange(values.map((value) => (value.other === undefined ? value : { other: text })))}
          value={other}
        />
      )}
    </>
  );
}

function useOptions({ options = [], type }: ItemJson) {
  const t = useText();
  const language = useLanguage();
  const own = options.map(({ code = "", text }) => ({ id: code, label: localized(language, text) || code }));
  return type === "ITEM_TYPE_OPEN_CHOICE" ? [...own, { id: otherId, label: t("questionnaire.other") }] : own;
}

const chosenOf = (id: string) => (id === otherId ? { other: "" } : { code: id });

function One({ item, name, label, hint, error, values, onChange }: ChoicesProps) {
  const [value] = values;
  const chosen = value?.other === undefined ? (value?.code ?? null) : otherId;
  return (
    <RadioGroup
      error={error}
      label={label}
      name={name}
      onChange={(id) => onChange([chosenOf(id)])}
      optional={!item.required}
      options={useOptions(item)}
      value={chosen}
      {...(hint ? { hint } : {})}
    />
  );
}

function Several({ item, name, label, hint, error, values, onChange }: ChoicesProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const isChosen = (option: string) =>
    values.some((value) => (option === otherId ? value.other !== undefined : value.code === option));
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <fieldset aria-describedby={described || undefined} className={styles.choices}>
      <legend className={fieldStyles.label} lang={localizedLang(language, item.text)}>
        <span>{label}</span>
        {item.required ? null : <span className={fieldStyles.optional}>{t("ui.optional")}</span>}
      </legend>
      {hint ? (
        <span className={fieldStyles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {useOptions(item).map((option) => (
        <Checkbox
          isSelected={isChosen(option.id)}
          key={option.id}
          label={option.label}
          name={name}
          onChange={(selected) => onChange(toggled(item, values, chosenOf(option.id), selected))}
        />
      ))}
      {error ? (
        <span className={fieldStyles.error} id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </fieldset>
  );
}
