import type { TaskJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { threadApi } from "@kajo/shared/thread";
import { useState } from "react";
import type { TaskQuestion } from "./api";

interface Kept {
  readonly task: TaskJson;
  readonly at: number;
  /** What the list was asked for. */
  readonly of: string;
}

/**
 * Among what is unread alone, a task stays where it was as long as it is open: to read it takes it out of the list of the server. What was
 * taken, handed on or marked done meanwhile leaves.
 */
export function useReadInPlace(
  tasks: readonly TaskJson[] | undefined,
  open: string | undefined,
  question: TaskQuestion,
): readonly TaskJson[] | undefined {
  const [kept, keep] = useState<Kept>();
  const me = useGetSessionQuery().data?.user.personId;
  const { data } = threadApi.endpoints.getConversation.useQueryState({ conversationId: open ?? "" });
  if (!tasks || !open || !question.unread) return tasks;
  const of = JSON.stringify(question);
  const at = tasks.findIndex(({ conversationId }) => conversationId === open);
  const task = tasks[at];
  if (task) {
    if (kept?.task !== task || kept.at !== at || kept.of !== of) keep({ task, at, of });
    return tasks;
  }
  const conversation = data?.conversation;
  if (kept?.of !== of || kept.task.conversationId !== open || conversation?.conversationId !== open) return tasks;
  const owner = conversation.participants?.find((each) => each.owner)?.personId ?? "";
  const isTaken = conversation.state !== kept.task.state || owner !== (kept.task.ownerId ?? "");
  const isDone =
    question.tab !== "done" && conversation.participants?.some((each) => each.personId === me && each.done);
  return !isTaken && !isDone ? tasks.toSpliced(kept.at, 0, { ...kept.task, unread: 0 }) : tasks;
}
