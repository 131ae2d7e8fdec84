/** What a path is built of, by the names of the contract. */
import type {
  PathActionJson,
  PathBlockJson,
  PathConditionJson,
  PathDetailsJson,
  PathEntryJson,
  PathStepJson,
} from "@kajo/shared/rpc";
import type { PathKind } from "../editors";

export type { PathActionJson, PathBlockJson, PathConditionJson, PathEntryJson, PathStepJson };

/** The editor holds every field, whatever the contract leaves out. */
export type Values = Required<Omit<PathDetailsJson, "kind">> & { readonly kind: PathKind };

/** What a path does, by its kind: what its rules look at. */
export type Built = Pick<Values, "kind" | "entry" | "blocks">;

/** Fields that change; undefined: it is left out from now on. */
export type Patch<Of> = { readonly [Key in keyof Of]?: Of[Key] | undefined };

/** With other fields; what has become undefined is not there any more. */
export const patched = <Of extends object>(of: Of, patch: Patch<Of>): Of =>
  Object.fromEntries(Object.entries({ ...of, ...patch }).filter(([, value]) => value !== undefined)) as Of;
