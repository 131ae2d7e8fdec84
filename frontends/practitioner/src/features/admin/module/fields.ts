/** The fields of a record: each is named once, and its form, its checks, and what is sent of it follow. */
import { type Language, languageConfig, type MessageId, type Text } from "@kajo/shared/i18n";
import type { OpeningHoursJson, TranslatedJson } from "@kajo/shared/rpc";
import type { SelectOption } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import {
  type ExceptionalDayJson,
  type ExceptionalValue,
  exceptionalDays,
  exceptionalValues,
  hoursIn,
  type WeeklyHoursJson,
  type WeekValue,
  weekdays,
  weekdayTexts,
  weeklyHours,
  weekValue,
} from "./hours";
import {
  type OpeningHoursValue,
  openingHoursLabels,
  openingHoursOf,
  openingHoursProblems,
  openingHoursValue,
  withoutUnkeepable,
} from "./opening-hours";
import { linesOf, type Parameter, parameterLines, parametersIn, wordsIn } from "./words";

/** In which languages the admin panel's texts are written. */
export const writtenLanguages = ["fi", "sv", "en"] as const satisfies readonly Language[];

interface Named<Details> {
  readonly key: keyof Details & string;
  readonly label: MessageId;
  readonly hint?: MessageId;
  /** The heading of a part of the form that begins with this field. */
  readonly part?: MessageId;
  /** It is asked only when the form says so. */
  readonly when?: (values: Values) => boolean;
  /** What the form would mean, below this field. */
  readonly below?: (values: Values) => ReactNode;
}

/** A text in every language; `optional`: in every language or in none. */
interface TranslatedField<Details> extends Named<Details> {
  readonly as: "translated";
  /** Most characters of each. */
  readonly max: number;
  readonly rows?: number;
  readonly optional?: true;
}

/** A text in one language, which may be left out unless it is required. */
interface PlainTextField<Details> extends Named<Details> {
  readonly as: "text";
  readonly required?: true;
  /** Most characters. */
  readonly max: number;
}

/** A whole number, which may be left out unless it is required. */
interface WholeNumberField<Details> extends Named<Details> {
  readonly as: "number";
  readonly required?: true;
  readonly min: number;
  readonly max: number;
}

/** One of a few. */
interface ChoiceField<Details> extends Named<Details> {
  readonly as: "choice";
  readonly options: readonly (readonly [id: string, label: MessageId])[];
  /** Chosen while nothing else is. */
  readonly initial?: string;
}

/** Yes or no. */
interface YesNoField<Details> extends Named<Details> {
  readonly as: "yesNo";
}

/** Any number of words of another system, each on a line of its own. */
interface WordsField<Details> extends Named<Details> {
  readonly as: "words";
}

/** Parameters of another system, each on a line of its own: its name, and its values behind a colon. */
interface ParametersField<Details> extends Named<Details> {
  readonly as: "parameters";
}

/** A day, which may be left out unless it is required. */
interface DayField<Details> extends Named<Details> {
  readonly as: "day";
  readonly required?: true;
}

/** Hours of each weekday. */
interface WeekField<Details> extends Named<Details> {
  readonly as: "week";
}

/** Days with hours of their own. */
interface ExceptionalField<Details> extends Named<Details> {
  readonly as: "exceptional";
}

/** When something is open: its regular hours, those of holidays, and exceptions. */
interface OpeningHoursField<Details> extends Named<Details> {
  readonly as: "openingHours";
}

/** An icon of the catalogue, or none. */
interface IconField<Details> extends Named<Details> {
  readonly as: "icon";
}

interface Refers<Details> extends Named<Details> {
  /** What there is to choose from, beside what is chosen already. Undefined: not known yet. */
  readonly useOptions: (chosen: readonly string[], values: Values) => readonly SelectOption[] | undefined;
}

/** One thing that is kept elsewhere, by its name. */
interface ReferenceField<Details> extends Refers<Details> {
  readonly as: "reference";
  readonly optional?: true;
}

/** Any number of them. */
interface ReferencesField<Details> extends Refers<Details> {
  readonly as: "references";
}

export type RecordField<Details> =
  | TranslatedField<Details>
  | PlainTextField<Details>
  | WholeNumberField<Details>
  | ChoiceField<Details>
  | YesNoField<Details>
  | WordsField<Details>
  | ParametersField<Details>
  | DayField<Details>
  | WeekField<Details>
  | ExceptionalField<Details>
  | OpeningHoursField<Details>
  | IconField<Details>
  | ReferenceField<Details>
  | ReferencesField<Details>;

/** A text in each language. */
export type Texts = Readonly<Record<(typeof writtenLanguages)[number], string>>;
/** What a form holds; null: no number, or no day. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | Texts
  | WeekValue
  | readonly ExceptionalValue[]
  | OpeningHoursValue;
export type Values = Readonly<Record<string, FieldValue>>;

/** The values of a form, from what is kept. */
export function valuesOf<Details>(fields: readonly RecordField<Details>[], details: Details | undefined): Values {
  const formValue = (field: RecordField<Details>): FieldValue => {
    const value = details?.[field.key];
    switch (field.as) {
      case "translated": {
        const { fi = "", sv = "", en = "" } = (value as TranslatedJson | undefined) ?? {};
        return { fi, sv, en };
      }
      case "number":
        return (value as number | undefined) ?? null;
      case "references":
        return (value as readonly string[] | undefined) ?? [];
      case "yesNo":
        return (value as boolean | undefined) ?? false;
      case "words":
        return linesOf(value as readonly string[] | undefined);
      case "parameters":
        return parameterLines(value as readonly Parameter[] | undefined);
      case "day":
        return (value as string | undefined) || null;
      case "week":
        return weekValue(value as readonly WeeklyHoursJson[] | undefined);
      case "exceptional":
        return exceptionalValues(value as readonly ExceptionalDayJson[] | undefined);
      case "openingHours":
        return openingHoursValue(value as OpeningHoursJson | undefined);
      case "choice":
        return (value as string | undefined) ?? field.initial ?? "";
      default:
        return (value as string | undefined) ?? "";
    }
  };
  return Object.fromEntries(fields.map((field) => [field.key, formValue(field)]));
}

/** What is sent of a form: a number or a day that is left out is not there, nor is a choice that was never asked for. */
export function sentOf<Details>(fields: readonly RecordField<Details>[], values: Values) {
  const sent = (field: RecordField<Details>): unknown => {
    const value = values[field.key];
    switch (field.as) {
      case "words":
        return wordsIn(value as string);
      case "parameters":
        return parametersIn(value as string);
      case "week":
        return weeklyHours(value as WeekValue);
      case "exceptional":
        return exceptionalDays(value as readonly ExceptionalValue[]);
      case "openingHours":
        // What nobody sees must not be what it is refused for.
        return openingHoursOf(
          isShown(field, values) ? (value as OpeningHoursValue) : withoutUnkeepable(value as OpeningHoursValue),
        );
      case "choice":
        return value || null;
      default:
        return value;
    }
  };
  return Object.fromEntries(fields.map((field) => [field.key, sent(field)]).filter(([, value]) => value !== null));
}

const isShown = <Details>({ when }: RecordField<Details>, values: Values) => !when || when(values);

/** The fields that are asked for. */
export const shownOf = <Details>(fields: readonly RecordField<Details>[], values: Values) =>
  fields.filter((field) => isShown(field, values));

/** The fields that are set of a record that is kept: hours that are not asked for stay as they are kept, whatever was typed over them. */
export const setOf = <Details>(fields: readonly RecordField<Details>[], values: Values) =>
  fields.filter((field) => field.as !== "openingHours" || isShown(field, values));

/** As the server names a field. */
export const serverName = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The server's name of a field, in a language where it has several. */
export const pathOf = (key: string, language?: Language) =>
  ["details", serverName(key), ...(language ? [language] : [])].join(".");

const textIn = (value: FieldValue | undefined, language: (typeof writtenLanguages)[number]) =>
  (value as Texts | undefined)?.[language] ?? "";

/** Labels by the server's names of the fields, in the order of the page. */
export function labelsOf<Details>(fields: readonly RecordField<Details>[], t: Text): Record<string, string> {
  const entries = fields.flatMap(({ as, key, label }) => {
    const text = t(label as "serviceCategories.name");
    if (as === "week") {
      return weekdays.map((day) => [`${pathOf(key)}.${day}`, t(weekdayTexts[day])] as const);
    }
    if (as === "openingHours") return Object.entries(openingHoursLabels(pathOf(key), t));
    if (as !== "translated") return [[pathOf(key), text] as const];
    return writtenLanguages.map(
      (language) =>
        [
          pathOf(key, language),
          t("admin.inLanguage", { field: text, language: languageConfig[language].name }),
        ] as const,
    );
  });
  return Object.fromEntries(entries);
}

/** What can be seen to be wrong before it is sent. */
export function problemsOf<Details>(fields: readonly RecordField<Details>[], values: Values, t: Text) {
  const wrong = shownOf(fields, values).flatMap((field): (readonly [string, string])[] => {
    const value = values[field.key];
    switch (field.as) {
      case "choice":
        return value ? [] : [[pathOf(field.key), t("field.required")]];
      case "reference":
        return value || field.optional ? [] : [[pathOf(field.key), t("field.required")]];
      case "text":
        return field.required && !(value as string).trim() ? [[pathOf(field.key), t("field.required")]] : [];
      case "number":
      case "day":
        return field.required && value === null ? [[pathOf(field.key), t("field.required")]] : [];
      case "week":
        return weekdays
          .filter((day) => !hoursIn((value as WeekValue)[day]))
          .map((day) => [`${pathOf(field.key)}.${day}`, t("admin.hours.unreadable")]);
      case "exceptional":
        return (value as readonly ExceptionalValue[]).every(({ date, hours }) => date && hoursIn(hours))
          ? []
          : [[pathOf(field.key), t("admin.exceptional.unreadable")]];
      case "openingHours":
        return Object.entries(openingHoursProblems(pathOf(field.key), value as OpeningHoursValue, t));
      case "translated": {
        const missing = writtenLanguages.filter((language) => !textIn(value, language).trim());
        if (field.optional && missing.length === writtenLanguages.length) return [];
        const text = t(field.optional ? "error.reason.all_or_nothing" : "error.reason.translation_missing");
        return missing.map((language) => [pathOf(field.key, language), text]);
      }
      default:
        return [];
    }
  });
  return Object.fromEntries(wrong) as Readonly<Partial<Record<string, string>>>;
}
