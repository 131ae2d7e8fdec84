/** Archiving a category or a queue, and taking that back, as the editor asks about it. */
import { useText } from "@kajo/shared/i18n";
import { useArchiveCategoryMutation, useRestoreCategoryMutation } from "./api";
import type { CategoryWords, QueueWords } from "./words";

interface What {
  readonly categoryId: string;
  /** "" for all of the category. */
  readonly subcategoryId: string;
}

export function useArchiving(words: CategoryWords | QueueWords, request: What, name: string, archived: boolean) {
  const t = useText();
  const [archive] = useArchiveCategoryMutation();
  const [restore] = useRestoreCategoryMutation();
  return {
    label: t(archived ? words.restore : words.archive),
    question: t(archived ? "queues.restore.question" : "queues.archive.question", { name }),
    done: t(archived ? "queues.restored" : "queues.archived", { name }),
    request,
    send: (archived ? restore : archive) as never,
    canBeUndone: true,
  };
}
