import {
  api,
  CalendarService,
  type Command,
  command,
  type In,
  type Out,
  RemoteAppointmentService,
  rpc,
} from "@kajo/shared/rpc";

const method = CalendarService.method;
const remote = RemoteAppointmentService.method;

/** It may have been cancelled or moved meanwhile: what it is now is shown in any case. */
const stale = () => ["Appointment"] as const;

const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCalendarSchedules: build.query<
      Out<typeof method.listCalendarSchedules>,
      In<typeof method.listCalendarSchedules>
    >({
      ...rpc(method.listCalendarSchedules),
      providesTags: [{ type: "Record", id: "schedule" }],
    }),
    chooseCalendarSchedules: build.mutation<
      Out<typeof method.chooseCalendarSchedules>,
      Command<In<typeof method.chooseCalendarSchedules>>
    >({
      ...command(method.chooseCalendarSchedules),
      invalidatesTags: [{ type: "Record", id: "schedule" }],
    }),
    listCalendar: build.query<Out<typeof method.listCalendar>, In<typeof method.listCalendar>>({
      ...rpc(method.listCalendar),
      providesTags: ["Appointment"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
    getCalendarAppointment: build.query<
      Out<typeof method.getCalendarAppointment>,
      In<typeof method.getCalendarAppointment>
    >({
      ...rpc(method.getCalendarAppointment),
      providesTags: ["Appointment"],
      keepUnusedDataFor: 0,
    }),
    listRemoteAppointments: build.query<
      Out<typeof remote.listRemoteAppointments>,
      In<typeof remote.listRemoteAppointments>
    >({
      ...rpc(remote.listRemoteAppointments),
      providesTags: ["Appointment", "Call"],
      keepUnusedDataFor: 0,
    }),
    joinRemoteAppointment: build.mutation<
      Out<typeof remote.joinRemoteAppointment>,
      Command<In<typeof remote.joinRemoteAppointment>>
    >({
      ...command(remote.joinRemoteAppointment),
      // It was moved, cancelled or marked as done, and that has not been heard yet.
      invalidatesTags: (_result, error) => (error?.reason?.startsWith("join_") ? stale() : []),
    }),
    acknowledgeCancellation: build.mutation<
      Out<typeof remote.acknowledgeCancellation>,
      Command<In<typeof remote.acknowledgeCancellation>>
    >({
      ...command(remote.acknowledgeCancellation),
      // Of what was cancelled nothing else changes: looked at once more it would be logged once more.
      invalidatesTags: ["Call"],
    }),
    cancelForPatient: build.mutation<Out<typeof method.cancelForPatient>, Command<In<typeof method.cancelForPatient>>>({
      ...command(method.cancelForPatient),
      invalidatesTags: stale,
    }),
    markAppointmentDone: build.mutation<
      Out<typeof method.markAppointmentDone>,
      Command<In<typeof method.markAppointmentDone>>
    >({
      ...command(method.markAppointmentDone),
      invalidatesTags: stale,
    }),
  }),
});

/** An appointment as it was last answered, asking nothing. */
export const useKnownCalendarAppointment = calendarApi.endpoints.getCalendarAppointment.useQueryState;

export const {
  useListCalendarSchedulesQuery,
  useChooseCalendarSchedulesMutation,
  useListCalendarQuery,
  useGetCalendarAppointmentQuery,
  useCancelForPatientMutation,
  useMarkAppointmentDoneMutation,
  useListRemoteAppointmentsQuery,
  useJoinRemoteAppointmentMutation,
  useAcknowledgeCancellationMutation,
} = calendarApi;
