/** Conversations whose thread is on the screen. A message that arrives in one of them is seen to arrive. */
const shown = new Set<string>();

export const isShown = (conversationId: string) => shown.has(conversationId);

/** `left` is called when it does not come back at once. */
export function show(conversationId: string, left: () => void): () => void {
  shown.add(conversationId);
  return () => {
    shown.delete(conversationId);
    setTimeout(() => {
      if (!isShown(conversationId)) left();
    });
  };
}
