/** Categories with their queues. */
import { api, CategoryAdminService, type Command, command, type In, type Out, rpc } from "@kajo/shared/rpc";
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
  useCheckTailQuery,
} = queueApi;
