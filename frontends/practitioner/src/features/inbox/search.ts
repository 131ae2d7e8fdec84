/** What the address of the inbox says: the tab, the filters, and the conversation that is open beside the list. */
import { type Composing, composings } from "../compose/composing";

export const tabs = ["new", "own", "team", "done"] as const;

export type InboxTab = (typeof tabs)[number];

export interface InboxSearch {
  readonly tab?: InboxTab | undefined;
  readonly conversation?: string | undefined;
  readonly search?: string | undefined;
  readonly queue?: string | undefined;
  readonly unread?: boolean | undefined;
  readonly oldest?: boolean | undefined;
  readonly compose?: Composing | undefined;
  /** Whom it is about; the id says nothing of the person, and opens nothing in another session. */
  readonly patient?: string | undefined;
}

/** Whether the list leaves tasks out. */
export const isFiltered = ({ search, queue, unread }: InboxSearch) => Boolean(search || queue || unread);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What an address says that means something here. The rest is said to be nothing: left out, the router would hand it on as it stands. */
export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  const text = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const id = (name: string) => text(name)?.match(uuid)?.[0];
  return {
    tab: tabs.find((each) => each === search.tab),
    conversation: id("conversation"),
    search: text("search"),
    queue: id("queue"),
    unread: search.unread === true || undefined,
    oldest: search.oldest === true || undefined,
    compose: composings.find((each) => each === search.compose),
    patient: id("patient"),
  };
}
