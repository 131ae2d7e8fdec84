/** What is being begun beside the list of tasks. */
export const composings = ["message", "consultation"] as const;

export type Composing = (typeof composings)[number];
