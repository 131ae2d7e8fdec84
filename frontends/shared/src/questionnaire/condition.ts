/** Whether a condition is met by what is kept of the item it names. */
import type {
  AnswerValueJson,
  ConditionJson,
  ItemJson,
  OperatorJson,
} from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { million } from "./decimal";
import { kindOf, trimmed } from "./kept";

type Values = readonly AnswerValueJson[];

/** A value as it is compared: with values of the same kind alone. */
interface Comparable {
  readonly kind: string;
  readonly is: bigint | string | boolean;
  readonly isOrdered: boolean;
}

function comparable(value: AnswerValueJson | undefined): Comparable | undefined {
  const kind = kindOf(value);
  if (value === undefined || kind === undefined) return undefined;
  if (kind === "integer") return { kind: "number", is: BigInt(value.integer ?? 0) * million, isOrdered: true };
  if (kind === "decimal") return { kind: "number", is: BigInt(value.decimal ?? 0), isOrdered: true };
  if (kind === "text" || kind === "other") return { kind: "text", is: trimmed(value[kind] ?? ""), isOrdered: false };
  return { kind, is: value[kind] ?? "", isOrdered: kind === "date" || kind === "time" };
}

const orders: Readonly<
  Partial<Record<OperatorJson, (a: bigint | string | boolean, b: bigint | string | boolean) => boolean>>
> = {
  OPERATOR_GREATER: (a, b) => a > b,
  OPERATOR_GREATER_OR_EQUAL: (a, b) => a >= b,
  OPERATOR_LESS: (a, b) => a < b,
  OPERATOR_LESS_OR_EQUAL: (a, b) => a <= b,
};

function isMet({ operator = "OPERATOR_UNSPECIFIED", value }: ConditionJson, kept: Values): boolean {
  if (operator === "OPERATOR_EXISTS") return kept.length > 0 === value?.boolean;
  const wanted = comparable(value);
  const some = (meets: (one: Comparable, other: Comparable) => boolean) =>
    wanted !== undefined &&
    kept.some((each) => {
      const one = comparable(each);
      return one?.kind === wanted.kind && meets(one, wanted);
    });
  const isEqual = (one: Comparable, other: Comparable) => one.is === other.is;
  if (operator === "OPERATOR_EQUAL") return some(isEqual);
  if (operator === "OPERATOR_NOT_EQUAL") return !some(isEqual);
  const order = orders[operator];
  return order !== undefined && some((one, other) => one.isOrdered && order(one.is, other.is));
}

/** Whether an item's own conditions let it be enabled; `keptOf` tells what stands before it. */
export function isEnabled({ enableWhen = [], enableBehavior }: ItemJson, keptOf: (linkId: string) => Values): boolean {
  const isMetNow = (condition: ConditionJson) => isMet(condition, keptOf(condition.linkId ?? ""));
  if (enableWhen.length === 0) return true;
  return enableBehavior === "ENABLE_BEHAVIOR_ANY" ? enableWhen.some(isMetNow) : enableWhen.every(isMetNow);
}
