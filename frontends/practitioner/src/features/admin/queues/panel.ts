/** The two panels that categories with queues are kept in: the same pages with other words. */
import type { CategoryModuleJson } from "@kajo/shared/rpc";
import type { LinkProps } from "@tanstack/react-router";
import {
  type CategoryWords,
  inboxCategories,
  inboxSubcategories,
  type QueueWords,
  taskCategories,
  taskQueues,
} from "./words";

type To = NonNullable<LinkProps["to"]>;

/** Where a panel's pages stand. */
export interface Panel {
  readonly module: CategoryModuleJson;
  readonly words: CategoryWords;
  readonly queueWords: QueueWords;
  readonly list: To;
  readonly newCategory: To;
  readonly category: (categoryId: string) => To;
  readonly newQueue: (categoryId: string) => To;
  readonly queue: (categoryId: string, queueId: string) => To;
}

function panel(
  module: CategoryModuleJson,
  { words, queueWords }: Pick<Panel, "words" | "queueWords">,
  list: string,
  queues: string,
): Panel {
  const of = (categoryId: string, rest: string) => `${list}/${categoryId}/${rest}` as To;
  return {
    module,
    words,
    queueWords,
    list: list as To,
    newCategory: `${list}/new` as To,
    category: (categoryId) => of(categoryId, "edit"),
    newQueue: (categoryId) => of(categoryId, `${queues}/new`),
    queue: (categoryId, queueId) => of(categoryId, `${queues}/${queueId}/edit`),
  };
}

export const inboxPanel = panel(
  "CATEGORY_MODULE_INBOX",
  { words: inboxCategories, queueWords: inboxSubcategories },
  "/admin/inbox/categories",
  "subcategories",
);
export const tasksPanel = panel(
  "CATEGORY_MODULE_TASKS",
  { words: taskCategories, queueWords: taskQueues },
  "/admin/tasks/service-categories",
  "task-queues",
);
