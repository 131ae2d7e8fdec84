/** What the address of answers says beside their ids: the conversation from which they were opened, and to which one goes back. */

export interface ResultSearch {
  readonly activeConversationId?: string | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is no id is said to be nothing: left out, the router would hand it on as it stands. */
export function resultSearch({ activeConversationId: asked }: Record<string, unknown>): ResultSearch {
  return { activeConversationId: typeof asked === "string" && uuid.test(asked) ? asked : undefined };
}
