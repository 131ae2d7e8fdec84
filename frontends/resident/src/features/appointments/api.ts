import { api, BookingService, type Command, command, type In, type Out, rpc } from "@kajo/shared/rpc";

const {
  searchBookable,
  getMonth,
  listTimes,
  holdSlot,
  releaseHold,
  bookAppointment,
  moveAppointment,
  cancelAppointment,
  getMyAppointment,
  listMyAppointments,
  listMyRecommendations,
  showAppointmentToGuardians,
} = BookingService.method;

/** What was booked, moved or cancelled is shown anew, and so are the times that are free. */
const changed = ["Appointment", "Recommendation", "FreeTime"] as const;

export const appointmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchBookable: build.query<Out<typeof searchBookable>, In<typeof searchBookable>>({
      ...rpc(searchBookable),
      providesTags: ["FreeTime"],
    }),
    getMonth: build.query<Out<typeof getMonth>, In<typeof getMonth>>({
      ...rpc(getMonth),
      providesTags: ["FreeTime"],
    }),
    /** Page by page. */
    listTimes: build.infiniteQuery<Out<typeof listTimes>, Omit<In<typeof listTimes>, "pageToken">, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listTimes).query({ ...queryArg, pageToken: pageParam } satisfies In<typeof listTimes>),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["FreeTime"],
    }),
    /** Changes no record of anybody: held again it is held once. */
    holdSlot: build.mutation<Out<typeof holdSlot>, In<typeof holdSlot>>({
      ...rpc(holdSlot),
      invalidatesTags: (_result, error) => (error ? ["FreeTime"] : []),
    }),
    releaseHold: build.mutation<Out<typeof releaseHold>, In<typeof releaseHold>>({
      ...rpc(releaseHold),
      invalidatesTags: ["FreeTime"],
    }),
    bookAppointment: build.mutation<Out<typeof bookAppointment>, Command<In<typeof bookAppointment>>>({
      ...command(bookAppointment),
      invalidatesTags: changed,
    }),
    moveAppointment: build.mutation<Out<typeof moveAppointment>, Command<In<typeof moveAppointment>>>({
      ...command(moveAppointment),
      invalidatesTags: changed,
    }),
    cancelAppointment: build.mutation<Out<typeof cancelAppointment>, Command<In<typeof cancelAppointment>>>({
      ...command(cancelAppointment),
      invalidatesTags: changed,
    }),
    getMyAppointment: build.query<Out<typeof getMyAppointment>, In<typeof getMyAppointment>>({
      ...rpc(getMyAppointment),
      providesTags: ["Appointment"],
    }),
    listMyAppointments: build.infiniteQuery<Out<typeof listMyAppointments>, { readonly past: boolean }, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listMyAppointments).query({ ...queryArg, page: { size: 20, token: pageParam } } satisfies In<
          typeof listMyAppointments
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["Appointment"],
    }),
    listMyRecommendations: build.query<Out<typeof listMyRecommendations>, In<typeof listMyRecommendations>>({
      ...rpc(listMyRecommendations),
      providesTags: ["Recommendation"],
    }),
    showAppointmentToGuardians: build.mutation<
      Out<typeof showAppointmentToGuardians>,
      Command<In<typeof showAppointmentToGuardians>>
    >({
      ...command(showAppointmentToGuardians),
      invalidatesTags: ["Appointment"],
    }),
  }),
});

export const {
  useSearchBookableQuery,
  useGetMonthQuery,
  useListTimesInfiniteQuery,
  useHoldSlotMutation,
  useReleaseHoldMutation,
  useBookAppointmentMutation,
  useMoveAppointmentMutation,
  useCancelAppointmentMutation,
  useGetMyAppointmentQuery,
  useLazyGetMyAppointmentQuery,
  useListMyAppointmentsInfiniteQuery,
  useListMyRecommendationsQuery,
  useShowAppointmentToGuardiansMutation,
} = appointmentsApi;
