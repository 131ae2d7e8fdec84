/** The fields of a form, and what is wrong with them: found by the form or by the server, it comes to the same places. */
import { asFailure, useFailureText, useFieldText } from "../errors";
import type { SummaryError } from "../ui";

export interface FormFields<Field extends string> {
  /** Each field's `name` (the server's, for example "details.name") with its label, in the order of the page. */
  readonly fields: Readonly<Record<Field, string>>;
  /** What is wrong now, by field; without a text the field is fine. It stops whoever tries to go on, and is told then. */
  readonly problems?: Readonly<Partial<Record<Field, string | undefined>>> | undefined;
  /** The failed call (as RTK Query hands it out): its fields go to ours, the rest above them. */
  readonly failure?: unknown;
}

/** What every field of the kit takes: `<TextField {...field("details.name")} onChange={..} value={..} />`. */
export type FieldOf<Field extends string> = (name: Field) => {
  readonly name: Field;
  readonly label: string;
  readonly error: string | undefined;
};

/** The same of a form that has other fields as well. */
export type FieldsOf<Field extends string> = (name: Field) => {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
};

/** `stopped`: the fields that the last try to go on was held against, when problems of the form's own stopped it. */
export function useFields<Field extends string>(
  { fields, problems, failure }: Partial<FormFields<Field>>,
  stopped: readonly string[],
) {
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const names = Object.keys(fields ?? {}) as Field[];
  const label = (name: Field) => fields?.[name] ?? "";
  const problem = (name: Field) => (stopped.includes(name) ? problems?.[name] : undefined) ?? fieldText(failure, name);
  const field: FieldOf<Field> = (name) => ({ name, label: label(name), error: problem(name) });
  return {
    names,
    field,
    /** Something is wrong with one of these. */
    wrong: (some: readonly Field[]) => some.some((name) => problems?.[name]),
    /** What is wrong with these, for an ErrorSummary; of a failure without fields its own text. */
    summary: (some: readonly Field[], others: readonly string[] = []): SummaryError[] => {
      const errors: SummaryError[] = some.flatMap((name) => {
        const text = problem(name);
        return text ? [{ field: name, text: `${asHead(label(name))} ${text}` }] : [];
      });
      errors.push(...others.map((text) => ({ text })));
      return failure && errors.length === 0 ? [{ text: failureText(failure) }] : errors;
    },
    /** Of the failed call. What stands at a field can be put right, and nobody has to tell us of it. */
    code: failure && !names.some((name) => fieldText(failure, name)) ? asFailure(failure).traceId : undefined,
  };
}

/** A label before what is wrong; a question or a sentence needs no colon. */
export const asHead = (label: string) => (/[.?]$/.test(label) ? label : `${label}:`);
