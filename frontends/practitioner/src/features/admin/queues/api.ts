/** Categories with their queues, and the forms that queues name. */
import {
  api,
  CategoryAdminService,
  type Command,
  command,
  type In,
  type Out,
  rpc,
  SurveyService,
} from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const {
  searchCategories,
  getCategory,
  saveCategory,
  saveQueue,
  orderCategories,
  orderQueues,
  archiveCategory,
  restoreCategory,
  checkTail,
} = CategoryAdminService.method;
const { listSurveys } = SurveyService.method;

const changes = {
  invalidatesTags: (_changed: unknown, error: unknown) => (error && !isStale(error) ? [] : (["Category"] as const)),
};

const queueApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchCategories: build.query<Out<typeof searchCategories>, In<typeof searchCategories>>({
      ...rpc(searchCategories),
      providesTags: ["Category"],
    }),
    getManagedCategory: build.query<Out<typeof getCategory>, In<typeof getCategory>>({
      ...rpc(getCategory),
      providesTags: ["Category"],
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    saveCategory: build.mutation<Out<typeof saveCategory>, Command<In<typeof saveCategory>>>({
      ...command(saveCategory),
      ...changes,
    }),
    saveQueue: build.mutation<Out<typeof saveQueue>, Command<In<typeof saveQueue>>>({
      ...command(saveQueue),
      ...changes,
    }),
    orderCategories: build.mutation<Out<typeof orderCategories>, Command<In<typeof orderCategories>>>({
      ...command(orderCategories),
      ...changes,
    }),
    orderQueues: build.mutation<Out<typeof orderQueues>, Command<In<typeof orderQueues>>>({
      ...command(orderQueues),
      ...changes,
    }),
    archiveCategory: build.mutation<Out<typeof archiveCategory>, Command<In<typeof archiveCategory>>>({
      ...command(archiveCategory),
      ...changes,
    }),
    restoreCategory: build.mutation<Out<typeof restoreCategory>, Command<In<typeof restoreCategory>>>({
      ...command(restoreCategory),
      ...changes,
    }),
    /** Public forms, whatever has become of them. */
    listPublicForms: build.infiniteQuery<Out<typeof listSurveys>, void, string>({
      query: ({ pageParam }) =>
        rpc(listSurveys).query({
          type: "SURVEY_TYPE_PUBLIC_FORM",
          state: "RECORD_STATE_UNSPECIFIED",
          page: { size: 200, token: pageParam },
        } satisfies In<typeof listSurveys>),
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: (last) => last.nextPageToken || undefined },
      providesTags: [{ type: "Record", id: "survey" }],
    }),
    checkTail: build.query<Out<typeof checkTail>, In<typeof checkTail>>({ ...rpc(checkTail), keepUnusedDataFor: 0 }),
  }),
});

export const {
  useSearchCategoriesQuery,
  useGetManagedCategoryQuery,
  useSaveCategoryMutation,
  useSaveQueueMutation,
  useOrderCategoriesMutation,
  useOrderQueuesMutation,
  useArchiveCategoryMutation,
  useRestoreCategoryMutation,
  useListPublicFormsInfiniteQuery,
  useCheckTailQuery,
} = queueApi;
