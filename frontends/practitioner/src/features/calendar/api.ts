import { api, CalendarService, type Command, command, type In, type Out, rpc } from "@kajo/shared/rpc";

const method = CalendarService.method;

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

export const {
  useListCalendarSchedulesQuery,
  useChooseCalendarSchedulesMutation,
  useListCalendarQuery,
  useGetCalendarAppointmentQuery,
  useCancelForPatientMutation,
  useMarkAppointmentDoneMutation,
} = calendarApi;
