/** The calls about records of the admin panel, whatever their kind: what they are asked and answer has one shape for all. */
import { api, type RecordStateJson, rpc, type Unary } from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

/** The methods of the service that keeps a kind of record. */
export interface RecordMethods {
  readonly list: Unary;
  readonly get: Unary;
  readonly save: Unary;
  readonly archive: Unary;
  readonly restore: Unary;
  /** Where the kind can be removed for good. */
  readonly remove?: Unary;
  /** What stands in the way of that. */
  readonly uses?: Unary;
}

type Json = Readonly<Record<string, unknown>>;
type Change = "save" | "archive" | "restore" | "remove";

/** Methods by kind: the store keeps what can be written down, and a method cannot. */
const methodsOf = new Map<string, RecordMethods>();

/** The field of a message that is of this make, by its name in JSON. */
function fieldOf({ fields, typeName }: Unary["input"], make: "scalar" | "message" | "list"): string {
  const field = fields.find(({ fieldKind }) => fieldKind === make);
  if (!field) throw new Error(`${typeName} is no message of records`);
  return field.jsonName;
}

/** Makes a kind known, and says how its ids and records are called in its messages. */
export function recordKind(kind: string, methods: RecordMethods) {
  methodsOf.set(kind, methods);
  return {
    id: fieldOf(methods.get.input, "scalar"),
    item: fieldOf(methods.get.output, "message"),
    items: fieldOf(methods.list.output, "list"),
    uses: methods.uses ? fieldOf(methods.uses.output, "list") : "",
  };
}

function methodOf(kind: string, which: keyof RecordMethods): Unary {
  const method = methodsOf.get(kind)?.[which];
  if (!method) throw new Error(`nobody keeps ${kind}`);
  return method;
}

const call = (kind: string, which: keyof RecordMethods, request: object) =>
  rpc(methodOf(kind, which)).query(request as never);

interface Listing {
  readonly kind: string;
  readonly search: string;
  readonly state: RecordStateJson;
}

const recordApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRecords: build.infiniteQuery<Json, Listing, string>({
      query: ({ queryArg: { kind, search, state }, pageParam }) =>
        call(kind, "list", { search, state, page: { size: 50, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => (nextPageToken as string | undefined) || undefined,
      },
      providesTags: (_page, _error, { kind }) => [{ type: "Record", id: kind }],
    }),
    getRecord: build.query<Json, { readonly kind: string; readonly request: object }>({
      query: ({ kind, request }) => call(kind, "get", request),
      providesTags: (_record, _error, { kind }) => [{ type: "Record", id: kind }],
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    listUses: build.query<Json, { readonly kind: string; readonly request: object }>({
      query: ({ kind, request }) => call(kind, "uses", request),
      keepUnusedDataFor: 0,
    }),
    changeRecord: build.mutation<
      Json,
      { readonly kind: string; readonly change: Change; readonly request: object; readonly idempotencyKey: string }
    >({
      query: ({ kind, change, request, idempotencyKey }) => ({ ...call(kind, change, request), idempotencyKey }),
      invalidatesTags: (_changed, error, { kind }) => (error && !isStale(error) ? [] : [{ type: "Record", id: kind }]),
    }),
  }),
});

export const { useListRecordsInfiniteQuery, useGetRecordQuery, useLazyListUsesQuery, useChangeRecordMutation } =
  recordApi;
