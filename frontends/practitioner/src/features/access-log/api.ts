import {
  AccessLogService,
  api,
  type Command,
  command,
  type In,
  MessageAccessService,
  type Out,
  type RpcFailure,
  rpc,
} from "@kajo/shared/rpc";
import { type Entry, ofConversation, ofPatient } from "./entries";

const { listPatientAccessLog, nameAccessors, withholdAccessEntry, showAccessEntry } = AccessLogService.method;
const { listConversationAccess, withholdMessageAccess, showMessageAccess } = MessageAccessService.method;

interface Page {
  readonly entries: readonly Entry[];
  readonly next: string;
}

const unique = (ids: readonly (string | undefined)[]) => [...new Set(ids.filter((id) => id))] as string[];
const paged = {
  infiniteQueryOptions: {
    initialPageParam: "",
    getNextPageParam: ({ next }: Page) => next || undefined,
  },
  // Nothing of a person stays in the browser longer than it is looked at.
  keepUnusedDataFor: 0,
  providesTags: ["AccessLog" as const],
};

const accessLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPatientAccessLog: build.infiniteQuery<Page, string, string>({
      ...paged,
      async queryFn({ queryArg, pageParam }, _api, _options, ask) {
        const request = { patientId: queryArg, page: { size: 30, token: pageParam } };
        const { data, error } = await ask(rpc(listPatientAccessLog).query(request));
        if (error) return { error: error as RpcFailure };
        const { entries = [], nextPageToken = "" } = data as Out<typeof listPatientAccessLog>;
        return { data: { entries: entries.map(ofPatient), next: nextPageToken } };
      },
    }),
    /** The log of conversations has ids: identity says what they are called. */
    listConversationAccess: build.infiniteQuery<Page, string, string>({
      ...paged,
      async queryFn({ queryArg, pageParam }, _api, _options, ask) {
        const request = { conversationId: queryArg, page: { size: 30, token: pageParam } };
        const { data, error } = await ask(rpc(listConversationAccess).query(request));
        if (error) return { error: error as RpcFailure };
        const { entries = [], nextPageToken = "" } = data as Out<typeof listConversationAccess>;
        const named = await ask(
          rpc(nameAccessors).query({
            professionalIds: unique(entries.map(({ entry }) => entry?.professionalId)),
            roleIds: unique(entries.map(({ entry }) => entry?.roleId)),
            locationIds: unique(entries.map(({ entry }) => entry?.locationId)),
          } satisfies In<typeof nameAccessors>),
        );
        if (named.error) return { error: named.error as RpcFailure };
        const names = named.data as Out<typeof nameAccessors>;
        return { data: { entries: entries.map((entry) => ofConversation(entry, names)), next: nextPageToken } };
      },
    }),
    withholdAccessEntry: build.mutation<Out<typeof withholdAccessEntry>, Command<In<typeof withholdAccessEntry>>>({
      ...command(withholdAccessEntry),
      invalidatesTags: (_done, error) => (error ? [] : ["AccessLog"]),
    }),
    showAccessEntry: build.mutation<Out<typeof showAccessEntry>, Command<In<typeof showAccessEntry>>>({
      ...command(showAccessEntry),
      invalidatesTags: (_done, error) => (error ? [] : ["AccessLog"]),
    }),
    withholdMessageAccess: build.mutation<Out<typeof withholdMessageAccess>, Command<In<typeof withholdMessageAccess>>>(
      {
        ...command(withholdMessageAccess),
        invalidatesTags: (_done, error) => (error ? [] : ["AccessLog"]),
      },
    ),
    showMessageAccess: build.mutation<Out<typeof showMessageAccess>, Command<In<typeof showMessageAccess>>>({
      ...command(showMessageAccess),
      invalidatesTags: (_done, error) => (error ? [] : ["AccessLog"]),
    }),
  }),
});

export const {
  useListPatientAccessLogInfiniteQuery,
  useListConversationAccessInfiniteQuery,
  useWithholdAccessEntryMutation,
  useShowAccessEntryMutation,
  useWithholdMessageAccessMutation,
  useShowMessageAccessMutation,
} = accessLogApi;
