/** What the address of the inbox says: the tab, the filters, and the conversation that is open beside the list. */
export const tabs = ["new", "own", "team", "done"] as const;

export type InboxTab = (typeof tabs)[number];

export interface InboxSearch {
  readonly tab?: InboxTab;
  readonly conversation?: string;
  readonly search?: string;
  readonly queue?: string;
  readonly unread?: boolean;
  readonly oldest?: boolean;
}

/** Whether the list leaves tasks out. */
export const isFiltered = ({ search, queue, unread }: InboxSearch) => Boolean(search || queue || unread);

export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  const text = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const tab = tabs.find((each) => each === search.tab);
  const [conversation, words, queue] = [text("conversation"), text("search"), text("queue")];
  return {
    ...(tab ? { tab } : {}),
    ...(conversation ? { conversation } : {}),
    ...(words ? { search: words } : {}),
    ...(queue ? { queue } : {}),
    ...(search.unread === true ? { unread: true } : {}),
    ...(search.oldest === true ? { oldest: true } : {}),
  };
}
