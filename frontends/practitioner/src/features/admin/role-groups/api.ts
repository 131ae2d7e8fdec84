import {
  AccessExplanationService,
  api,
  type Command,
  command,
  type In,
  type Out,
  RoleGroupService,
  rpc,
} from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const { listRoleGroups, getRoleGroup, saveRoleGroup, removeRoleGroup, previewRoleGroup, listRoles } =
  RoleGroupService.method;
const { listQueuesOfRole } = AccessExplanationService.method;

const roleGroupApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRoleGroups: build.infiniteQuery<Out<typeof listRoleGroups>, string, string>({
      query: ({ queryArg: search, pageParam }) =>
        rpc(listRoleGroups).query({ search, page: { size: 50, token: pageParam } } satisfies In<typeof listRoleGroups>),
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: (last) => last.nextPageToken || undefined },
      providesTags: ["RoleGroup"],
    }),
    getRoleGroup: build.query<Out<typeof getRoleGroup>, In<typeof getRoleGroup>>({
      ...rpc(getRoleGroup),
      providesTags: ["RoleGroup"],
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    saveRoleGroup: build.mutation<Out<typeof saveRoleGroup>, Command<In<typeof saveRoleGroup>>>({
      ...command(saveRoleGroup),
      invalidatesTags: (_saved, error) => (error && !isStale(error) ? [] : ["RoleGroup"]),
    }),
    removeRoleGroup: build.mutation<Out<typeof removeRoleGroup>, Command<In<typeof removeRoleGroup>>>({
      ...command(removeRoleGroup),
      invalidatesTags: (_removed, error) => (error ? [] : ["RoleGroup"]),
    }),
    /** What a change would do now. */
    previewRoleGroup: build.mutation<Out<typeof previewRoleGroup>, In<typeof previewRoleGroup>>(rpc(previewRoleGroup)),
    listQueuesOfRole: build.query<Out<typeof listQueuesOfRole>, In<typeof listQueuesOfRole>>({
      ...rpc(listQueuesOfRole),
      providesTags: ["Category"],
    }),
    listRoles: build.query<Out<typeof listRoles>, In<typeof listRoles>>(rpc(listRoles)),
  }),
});

export const {
  useListRoleGroupsInfiniteQuery,
  useGetRoleGroupQuery,
  useSaveRoleGroupMutation,
  useRemoveRoleGroupMutation,
  usePreviewRoleGroupMutation,
  useListQueuesOfRoleQuery,
  useListRolesQuery,
} = roleGroupApi;
