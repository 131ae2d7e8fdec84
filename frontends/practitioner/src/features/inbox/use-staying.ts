import type { TaskJson } from "@kajo/shared/rpc";
import { useState } from "react";

interface Place {
  readonly task: TaskJson;
  readonly index: number;
}

/**
 * The tasks, with the open one where it was: among what is unread it would go from under the eyes as soon as it is read. It goes
 * when another one is opened, or none.
 */
export function useStaying(
  tasks: readonly TaskJson[] | undefined,
  open: string | undefined,
  isUnreadOnly: boolean,
): readonly TaskJson[] | undefined {
  const [last, setLast] = useState<Place>();
  const index = tasks?.findIndex(({ conversationId }) => conversationId === open) ?? -1;
  const task = tasks?.[index];
  if (task && (task !== last?.task || index !== last.index)) setLast({ task, index });
  if (!tasks || task || !isUnreadOnly || last === undefined || last.task.conversationId !== open) return tasks;
  return tasks.toSpliced(last.index, 0, { ...last.task, unread: 0 });
}
