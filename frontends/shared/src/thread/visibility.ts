/** Whom a message is written to, for those who choose it and those who are shown it: professionals (CON-11). */
import type { ComponentType } from "react";
import type { VisibilityJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";

/** Says in a message who may read it. */
export type VisibilityLine = ComponentType<{ readonly visibility: VisibilityJson | undefined }>;

/** Chooses who may read what is being written. */
export type VisibilityChoice = ComponentType<{
  readonly value: VisibilityJson | undefined;
  readonly onChange: (visibility: VisibilityJson) => void;
}>;

/** Not for everybody in the conversation. */
export const isInside = (visibility: VisibilityJson | undefined) =>
  visibility === "VISIBILITY_PRACTITIONERS" || visibility === "VISIBILITY_TAKING_PART";
