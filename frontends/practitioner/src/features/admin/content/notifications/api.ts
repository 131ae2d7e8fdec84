import { api, type Command, command, type In, NotificationTemplateService, type Out, rpc } from "@kajo/shared/rpc";
import { isStale } from "../../../editing/stale";

const {
  listNotificationTemplates,
  getNotificationTemplate,
  listNotificationTemplateVersions,
  getNotificationTemplateVersion,
  saveNotificationTemplateDraft,
  publishNotificationTemplate,
  rollBackNotificationTemplate,
} = NotificationTemplateService.method;

const tag = [{ type: "Record", id: "notification_template" }] as const;

/** What somebody else has saved meanwhile is fetched, too. */
const changed = (_: unknown, error: unknown) => (error && !isStale(error) ? [] : tag);

const templatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotificationTemplates: build.query<Out<typeof listNotificationTemplates>, In<typeof listNotificationTemplates>>(
      {
        ...rpc(listNotificationTemplates),
        providesTags: tag,
      },
    ),
    getNotificationTemplate: build.query<Out<typeof getNotificationTemplate>, In<typeof getNotificationTemplate>>({
      ...rpc(getNotificationTemplate),
      providesTags: tag,
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    listNotificationTemplateVersions: build.infiniteQuery<Out<typeof listNotificationTemplateVersions>, string, string>(
      {
        query: ({ queryArg, pageParam }) =>
          rpc(listNotificationTemplateVersions).query({
            notificationTemplateId: queryArg,
            page: { size: 10, token: pageParam },
          }),
        infiniteQueryOptions: {
          initialPageParam: "",
          getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
        },
        providesTags: tag,
      },
    ),
    // What was published once never changes.
    getNotificationTemplateVersion: build.query<
      Out<typeof getNotificationTemplateVersion>,
      In<typeof getNotificationTemplateVersion>
    >(rpc(getNotificationTemplateVersion)),
    saveNotificationTemplateDraft: build.mutation<
      Out<typeof saveNotificationTemplateDraft>,
      Command<In<typeof saveNotificationTemplateDraft>>
    >({
      ...command(saveNotificationTemplateDraft),
      invalidatesTags: changed,
    }),
    publishNotificationTemplate: build.mutation<
      Out<typeof publishNotificationTemplate>,
      Command<In<typeof publishNotificationTemplate>>
    >({
      ...command(publishNotificationTemplate),
      invalidatesTags: changed,
    }),
    rollBackNotificationTemplate: build.mutation<
      Out<typeof rollBackNotificationTemplate>,
      Command<In<typeof rollBackNotificationTemplate>>
    >({
      ...command(rollBackNotificationTemplate),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useListNotificationTemplatesQuery,
  useGetNotificationTemplateQuery,
  useListNotificationTemplateVersionsInfiniteQuery,
  useGetNotificationTemplateVersionQuery,
  useSaveNotificationTemplateDraftMutation,
  usePublishNotificationTemplateMutation,
  useRollBackNotificationTemplateMutation,
} = templatesApi;
