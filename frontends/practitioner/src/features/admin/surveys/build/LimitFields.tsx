import { languageConfig, type MessageId, useText } from "@kajo/shared/i18n";
import { NumberField, Select, TextField } from "@kajo/shared/ui";
import styles from "./Build.module.css";
import type { PartProps } from "./ItemFields";
import { decimalFormat, fractionOf, millionthsOf, numberOf, wholeFormat, wholeOf } from "./numbers";
import { finnishOf, type ItemJson, inFinnish } from "./types";

type DateLimit = NonNullable<ItemJson["dateLimit"]>;
type Format = NonNullable<ItemJson["format"]>;

const dateLimits = {
  DATE_LIMIT_UNSPECIFIED: "survey.dateLimit.any",
  DATE_LIMIT_NOT_IN_FUTURE: "survey.dateLimit.notInFuture",
  DATE_LIMIT_NOT_IN_PAST: "survey.dateLimit.notInPast",
} as const satisfies Record<DateLimit, MessageId>;

const formats = {
  STRING_FORMAT_UNSPECIFIED: "survey.format.any",
  STRING_FORMAT_SSN: "survey.format.ssn",
  STRING_FORMAT_EMAIL: "survey.format.email",
  STRING_FORMAT_PHONE: "survey.format.phone",
  STRING_FORMAT_POSTAL_CODE: "survey.format.postalCode",
} as const satisfies Record<Format, MessageId>;

/** What an answer may be, by the type of what is asked. */
export function LimitFields(part: PartProps) {
  switch (part.item.type) {
    case "ITEM_TYPE_INTEGER":
    case "ITEM_TYPE_DECIMAL":
      return <NumberLimits {...part} />;
    case "ITEM_TYPE_STRING":
    case "ITEM_TYPE_TEXT":
      return <TextLimits {...part} />;
    case "ITEM_TYPE_DATE":
      return <DateLimits {...part} />;
    default:
      return null;
  }
}

function NumberLimits({ item, put, field }: PartProps) {
  const t = useText();
  const isDecimal = item.type === "ITEM_TYPE_DECIMAL";
  const [read, written, format] = isDecimal
    ? ([fractionOf, millionthsOf, decimalFormat] as const)
    : ([numberOf, wholeOf, wholeFormat] as const);
  return (
    <div className={styles.beside}>
      <NumberField
        format={format}
        label={t("survey.min")}
        onChange={(min) => put({ min: written(min) })}
        optional
        value={read(item.min)}
      />
      <NumberField
        {...field("max")}
        format={format}
        label={t("survey.max")}
        onChange={(max) => put({ max: written(max) })}
        optional
        value={read(item.max)}
      />
      {isDecimal ? (
        <NumberField
          label={t("survey.decimals")}
          max={6}
          min={0}
          onChange={(decimals) => put({ decimals: decimals || undefined })}
          value={item.decimals ?? 0}
        />
      ) : null}
      <TextField
        {...field("unit")}
        hint={t("survey.unit.hint")}
        label={t("survey.unit")}
        lang={languageConfig.fi.iso}
        onChange={(words) => put({ unit: inFinnish(item.unit, words) })}
        optional
        value={finnishOf(item.unit)}
      />
    </div>
  );
}

function TextLimits({ item, put }: PartProps) {
  const t = useText();
  const isLine = item.type === "ITEM_TYPE_STRING";
  return (
    <div className={styles.beside}>
      <NumberField
        format={wholeFormat}
        hint={t("survey.maxLength.hint")}
        label={t("survey.maxLength")}
        max={isLine ? 1000 : 10_000}
        min={1}
        onChange={(maxLength) => put({ maxLength: maxLength ?? undefined })}
        optional
        value={item.maxLength ?? null}
      />
      {isLine ? (
        <Select
          label={t("survey.format")}
          onChange={(id) => put({ format: id === "STRING_FORMAT_UNSPECIFIED" ? undefined : (id as Format) })}
          options={Object.entries(formats).map(([id, label]) => ({ id, label: t(label) }))}
          value={item.format ?? "STRING_FORMAT_UNSPECIFIED"}
        />
      ) : null}
    </div>
  );
}

function DateLimits({ item, put }: PartProps) {
  const t = useText();
  return (
    <Select
      label={t("survey.dateLimit")}
      onChange={(id) => put({ dateLimit: id === "DATE_LIMIT_UNSPECIFIED" ? undefined : (id as DateLimit) })}
      options={Object.entries(dateLimits).map(([id, label]) => ({ id, label: t(label) }))}
      value={item.dateLimit ?? "DATE_LIMIT_UNSPECIFIED"}
    />
  );
}
