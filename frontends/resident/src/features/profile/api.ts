import { api, type Command, command, type In, type Out, ProfileService, rpc } from "@kajo/shared/rpc";

const {
  getMyProfile,
  listServiceAreas,
  saveContactInfo,
  saveNotifications,
  saveServiceArea,
  chooseMyCareTeam,
  sendContactCode,
  confirmContactCode,
} = ProfileService.method;

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyProfile: build.query<Out<typeof getMyProfile>, In<typeof getMyProfile>>({
      ...rpc(getMyProfile),
      providesTags: ["Profile"],
    }),
    listServiceAreas: build.query<Out<typeof listServiceAreas>, In<typeof listServiceAreas>>(rpc(listServiceAreas)),
    saveContactInfo: build.mutation<Out<typeof saveContactInfo>, Command<In<typeof saveContactInfo>>>({
      ...command(saveContactInfo),
      // The greeting says what the person wishes to be called.
      invalidatesTags: (_saved, error) => (error ? [] : ["Session"]),
    }),
    saveNotifications: build.mutation<Out<typeof saveNotifications>, Command<In<typeof saveNotifications>>>(
      command(saveNotifications),
    ),
    saveServiceArea: build.mutation<Out<typeof saveServiceArea>, Command<In<typeof saveServiceArea>>>(
      command(saveServiceArea),
    ),
    chooseMyCareTeam: build.mutation<Out<typeof chooseMyCareTeam>, Command<In<typeof chooseMyCareTeam>>>(
      command(chooseMyCareTeam),
    ),
    sendContactCode: build.mutation<Out<typeof sendContactCode>, In<typeof sendContactCode>>({
      ...rpc(sendContactCode),
      invalidatesTags: ["Profile"],
    }),
    confirmContactCode: build.mutation<Out<typeof confirmContactCode>, In<typeof confirmContactCode>>({
      ...rpc(confirmContactCode),
      invalidatesTags: (_confirmed, error) => (error ? [] : ["Profile"]),
    }),
  }),
});

export const {
  useGetMyProfileQuery,
  useListServiceAreasQuery,
  useSaveContactInfoMutation,
  useSaveNotificationsMutation,
  useSaveServiceAreaMutation,
  useChooseMyCareTeamMutation,
  useSendContactCodeMutation,
  useConfirmContactCodeMutation,
} = profileApi;

export type Profile = Out<typeof getMyProfile>;
