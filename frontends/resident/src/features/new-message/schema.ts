/** What a new message must hold. The messages are ids of the catalogue. */
import { graphemes } from "@kajo/shared/ui";
import * as v from "valibot";

export interface TextLimits {
  readonly maxTopicCharacters?: number;
  readonly maxMessageCharacters?: number;
}

const text = (max: number | undefined) =>
  v.pipe(
    v.string(),
    v.check((value) => value.trim() !== "", "field.required"),
    v.check((value) => max === undefined || graphemes(value) <= max, "error.reason.too_long"),
  );

export function messageSchema(limits: TextLimits) {
  return v.object({ topic: text(limits.maxTopicCharacters), text: text(limits.maxMessageCharacters) });
}
