const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The id of a conversation out of what was pasted: the id itself, or the address of a page that shows it. */
export function conversationIdIn(pasted: string): string | undefined {
  // An address may name a queue as well; the conversation is named.
  const named = new RegExp(`conversation(?:=|/|%22|")+(${uuid.source})`, "i").exec(pasted)?.[1];
  return (named ?? uuid.exec(pasted)?.[0])?.toLowerCase();
}
