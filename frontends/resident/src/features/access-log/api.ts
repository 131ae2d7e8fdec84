import {
  AccessLogService,
  AppointmentAccessService,
  api,
  type In,
  MessageAccessService,
  type NameAccessorsResponseJson,
  type Out,
  rpc,
  type WithheldEntryJson,
} from "@kajo/shared/rpc";
import { type Answer, type Ask, asked } from "./ask";
import { beginning, isEmpty, isOver, merged, type Source } from "./merge";
import { ofAppointments, ofMessages, ofViewing, type Seen } from "./seen";

const { listMyAccessLog, nameAccessors } = AccessLogService.method;
const { listMyMessageAccess } = MessageAccessService.method;
const { listMyAppointmentAccess } = AppointmentAccessService.method;

/** Of each log; identity's, then those of conversations and of scheduling. */
type Logs = readonly [Source<Seen>, Source<Seen>, Source<Seen>];

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

/** An entry of a log that names everybody by id. */
interface ById {
  readonly professionalId?: string;
  readonly representativeId?: string;
  readonly roleId?: string;
  readonly locationId?: string;
}

/** What those are called whom the logs of conversations and of scheduling name by id. */
async function named(ask: Ask, entries: readonly ById[]): Promise<Answer<NameAccessorsResponseJson>> {
  if (entries.length === 0) return { data: {} };
  return await asked<Out<typeof nameAccessors>>(
    ask,
    rpc(nameAccessors).query({
      professionalIds: unique(entries.map((entry) => entry.professionalId)),
      representativeIds: unique(entries.map((entry) => entry.representativeId)),
      roleIds: unique(entries.map((entry) => entry.roleId)),
      locationIds: unique(entries.map((entry) => entry.locationId)),
    } satisfies In<typeof nameAccessors>),
  );
}

async function fetchPage(ask: Ask, [viewings, messages, appointments]: Logs): Promise<Answer<AccessPage>> {
  const [own, theirs, booked] = await Promise.all([
    isEmpty(viewings)
      ? asked<Out<typeof listMyAccessLog>>(ask, rpc(listMyAccessLog).query(page(viewings.token)))
      : undefined,
    isEmpty(messages)
      ? asked<Out<typeof listMyMessageAccess>>(ask, rpc(listMyMessageAccess).query(page(messages.token)))
      : undefined,
    isEmpty(appointments)
      ? asked<Out<typeof listMyAppointmentAccess>>(ask, rpc(listMyAppointmentAccess).query(page(appointments.token)))
      : undefined,
  ]);
  if (own?.error) return own;
  if (theirs?.error) return theirs;
  if (booked?.error) return booked;
  const [ofTheirs, ofBooked] = [theirs?.data.entries ?? [], booked?.data.entries ?? []];
  const { data: names, error } = await named(ask, [...ofTheirs, ...ofBooked]);
  if (error) return { error };
  const { entries, rest } = merged([
    own ? source((own.data.entries ?? []).map(ofViewing), own.data.nextPageToken) : viewings,
    theirs
      ? source(
          ofTheirs.map((entry) => ofMessages(entry, names)),
          theirs.data.nextPageToken,
        )
      : messages,
    booked
      ? source(
          ofBooked.map((entry) => ofAppointments(entry, names)),
          booked.data.nextPageToken,
        )
      : appointments,
  ]);
  const withheld = [own, theirs, booked].flatMap((log) => log?.data.withheld ?? []);
  return {
    data: { entries, withheld, representedName: own?.data.representedName ?? "", rest: rest as unknown as Logs },
  };
}

const accessLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAccess: build.infiniteQuery<AccessPage, void, Logs>({
      queryFn: ({ pageParam }, _api, _options, ask) => fetchPage(ask as Ask, pageParam),
      infiniteQueryOptions: {
        initialPageParam: [beginning, beginning, beginning],
        getNextPageParam: ({ rest }) => (rest.every(isOver) ? undefined : rest),
      },
      // What has been looked at since is seen on coming back.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListAccessInfiniteQuery } = accessLogApi;
