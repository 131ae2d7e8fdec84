import {
  AccessLogService,
  api,
  type In,
  type MessageAccessEntryJson,
  MessageAccessService,
  type Out,
  rpc,
  type WithheldEntryJson,
} from "@kajo/shared/rpc";
import { type Answer, type Ask, asked } from "./ask";
import { beginning, isEmpty, isOver, merged, type Source } from "./merge";
import { ofMessages, ofViewing, type Seen } from "./seen";

const { listMyAccessLog, nameAccessors } = AccessLogService.method;
const { listMyMessageAccess } = MessageAccessService.method;

/** Of each log; identity's, then that of conversations. */
type Logs = readonly [Source<Seen>, Source<Seen>];

interface AccessPage {
  readonly entries: readonly Seen[];
  readonly withheld: readonly WithheldEntryJson[];
  /** On whose behalf representatives acted: the person themselves. */
  readonly representedName: string;
  readonly rest: Logs;
}

const size = 30;
const page = (token: string) => ({ page: { size, token } });
const source = (held: readonly Seen[], token = ""): Source<Seen> => ({ held, token, ended: token === "" });
const unique = (ids: readonly (string | undefined)[]) => [...new Set(ids.filter((id) => id))] as string[];

/** What those are called whom the log of conversations names by id. */
async function named(ask: Ask, entries: readonly MessageAccessEntryJson[]): Promise<Answer<readonly Seen[]>> {
  if (entries.length === 0) return { data: [] };
  const { data, error } = await asked<Out<typeof nameAccessors>>(
    ask,
    rpc(nameAccessors).query({
      professionalIds: unique(entries.map((entry) => entry.professionalId)),
      representativeIds: unique(entries.map((entry) => entry.representativeId)),
      roleIds: unique(entries.map((entry) => entry.roleId)),
      locationIds: unique(entries.map((entry) => entry.locationId)),
    } satisfies In<typeof nameAccessors>),
  );
  return error ? { error } : { data: entries.map((entry) => ofMessages(entry, data)) };
}

async function fetchPage(ask: Ask, [viewings, messages]: Logs): Promise<Answer<AccessPage>> {
  const [own, theirs] = await Promise.all([
    isEmpty(viewings)
      ? asked<Out<typeof listMyAccessLog>>(ask, rpc(listMyAccessLog).query(page(viewings.token)))
      : undefined,
    isEmpty(messages)
      ? asked<Out<typeof listMyMessageAccess>>(ask, rpc(listMyMessageAccess).query(page(messages.token)))
      : undefined,
  ]);
  if (own?.error) return own;
  if (theirs?.error) return theirs;
  const names = theirs ? await named(ask, theirs.data.entries ?? []) : undefined;
  if (names?.error) return names;
  const { entries, rest } = merged([
    own ? source((own.data.entries ?? []).map(ofViewing), own.data.nextPageToken) : viewings,
    theirs ? source(names?.data ?? [], theirs.data.nextPageToken) : messages,
  ]);
  const withheld = [...(own?.data.withheld ?? []), ...(theirs?.data.withheld ?? [])];
  return {
    data: { entries, withheld, representedName: own?.data.representedName ?? "", rest: rest as unknown as Logs },
  };
}

const accessLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAccess: build.infiniteQuery<AccessPage, void, Logs>({
      queryFn: ({ pageParam }, _api, _options, ask) => fetchPage(ask as Ask, pageParam),
      infiniteQueryOptions: {
        initialPageParam: [beginning, beginning],
        getNextPageParam: ({ rest }) => (rest.every(isOver) ? undefined : rest),
      },
      // What has been looked at since is seen on coming back.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListAccessInfiniteQuery } = accessLogApi;
