import type { ItemJson, QuestionnaireJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";

/** An item, and how deep it stands: the top level is 1. */
export interface Placed {
  readonly item: ItemJson;
  readonly parent: ItemJson | undefined;
  readonly level: number;
}

/** All items in document order: each before those below it. */
export function* inOrder({ items }: Pick<QuestionnaireJson, "items">, parent?: ItemJson, level = 1): Generator<Placed> {
  for (const item of items ?? []) {
    yield { item, parent, level };
    yield* inOrder(item, item, level + 1);
  }
}
