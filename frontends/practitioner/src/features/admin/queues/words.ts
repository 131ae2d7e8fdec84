/** The words of both panels, for their categories and for their queues. */

export const inboxCategories = {
  title: "inboxCategories.title",
  new: "inboxCategories.new",
  search: "inboxCategories.search",
  none: "inboxCategories.none",
  noneText: "inboxCategories.none.text",
  notFound: "inboxCategories.notFound",
  open: "inboxCategories.open",
  saved: "inboxCategories.saved",
  archive: "inboxCategories.archive",
  restore: "inboxCategories.restore",
} as const;

export const taskCategories = {
  title: "taskCategories.title",
  new: "taskCategories.new",
  search: "taskCategories.search",
  none: "taskCategories.none",
  noneText: "taskCategories.none.text",
  notFound: "taskCategories.notFound",
  open: "taskCategories.open",
  saved: "taskCategories.saved",
  archive: "taskCategories.archive",
  restore: "taskCategories.restore",
} as const;

export const inboxSubcategories = {
  title: "inboxSubcategories.title",
  new: "inboxSubcategories.new",
  none: "inboxSubcategories.none",
  noneText: "inboxSubcategories.none.text",
  saved: "inboxSubcategories.saved",
  archive: "inboxSubcategories.archive",
  restore: "inboxSubcategories.restore",
} as const;

export const taskQueues = {
  title: "taskQueues.title",
  new: "taskQueues.new",
  none: "taskQueues.none",
  noneText: "taskQueues.none.text",
  saved: "taskQueues.saved",
  archive: "taskQueues.archive",
  restore: "taskQueues.restore",
} as const;

export type CategoryWords = typeof inboxCategories | typeof taskCategories;
export type QueueWords = typeof inboxSubcategories | typeof taskQueues;
