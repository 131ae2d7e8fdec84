/** The fields of a step or of an event: how they are named, and what is wrong with each. */
import type { PathProblemJson } from "@kajo/shared/rpc";
import { eventName, fieldName, partOf } from "../problems/problems";

/** What every field of the kit takes. */
export type FieldsOfStep = (part: string) => { readonly name: string; readonly error: string | undefined };

type TextOf = (code: string | undefined) => string;

const fieldsOf =
  (nameOf: (part: string) => string, problems: readonly PathProblemJson[], textOf: TextOf): FieldsOfStep =>
  (part) => {
    const wrong = problems.filter((problem) => partOf(problem) === part).map(({ code }) => textOf(code));
    return { name: nameOf(part), error: wrong.length > 0 ? wrong.join(" ") : undefined };
  };

export const fieldsOfStep = (stepId: string, problems: readonly PathProblemJson[], textOf: TextOf): FieldsOfStep =>
  fieldsOf((part) => fieldName(stepId, part), problems, textOf);

/** `n`: counted from 1. */
export const fieldsOfEvent = (n: number, problems: readonly PathProblemJson[], textOf: TextOf): FieldsOfStep =>
  fieldsOf((part) => `${eventName(n)}.${part}`, problems, textOf);
