/** Fields that bring much code with them: a questionnaire fetches those that it asks for, before its first question is shown. */
import { use } from "react";
import type { ItemTypeJson, QuestionnaireJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import type { DateField } from "../ui/DateField";
import type { NumberField } from "../ui/NumberField";
import type { TimeField } from "../ui/TimeField";
import { inOrder } from "./walk";

export interface Fields {
  readonly date: typeof DateField;
  readonly number: typeof NumberField;
  readonly time: typeof TimeField;
}

type Kind = keyof Fields;

const sources: { readonly [K in Kind]: () => Promise<Fields[K]> } = {
  date: async () => (await import("../ui/DateField")).DateField,
  number: async () => (await import("../ui/NumberField")).NumberField,
  time: async () => (await import("../ui/TimeField")).TimeField,
};

const kinds: Partial<Record<ItemTypeJson, Kind>> = {
  ITEM_TYPE_DATE: "date",
  ITEM_TYPE_DECIMAL: "number",
  ITEM_TYPE_INTEGER: "number",
  ITEM_TYPE_TIME: "time",
};

const here: { -readonly [K in Kind]?: Fields[K] } = {};
const coming = new Map<Kind, Promise<void>>();

function fetchField<K extends Kind>(kind: K): Promise<void> {
  const underway = coming.get(kind);
  if (underway) return underway;
  const fetched = sources[kind]().then(
    (field) => {
      here[kind] = field;
    },
    (error: unknown) => {
      // Whoever tries again fetches it again.
      coming.delete(kind);
      throw error;
    },
  );
  coming.set(kind, fetched);
  return fetched;
}

function missingIn(questionnaire: QuestionnaireJson): readonly Kind[] {
  const asked = [...inOrder(questionnaire)].flatMap(({ item: { type } }) => (type && kinds[type]) ?? []);
  return [...new Set(asked)].filter((kind) => !here[kind]);
}

/** Fetches what a questionnaire needs before somebody begins it. */
export async function fetchFields(questionnaire: QuestionnaireJson): Promise<void> {
  await Promise.all(missingIn(questionnaire).map(fetchField));
}

/** All fields that a questionnaire asks for; what shows it waits until they are there. */
export function useFields(questionnaire: QuestionnaireJson): Partial<Fields> {
  for (const promise of missingIn(questionnaire).map(fetchField)) use(promise);
  return here;
}
