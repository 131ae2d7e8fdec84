/** One's own remote appointments, and coming to one (SCH-20). */
import { api, type Command, command, type In, MyRemoteAppointmentService, type Out, rpc } from "@kajo/shared/rpc";

const { listMyRemoteAppointments, joinMyRemoteAppointment } = MyRemoteAppointmentService.method;

export const onlineApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMyRemoteAppointments: build.query<Out<typeof listMyRemoteAppointments>, In<typeof listMyRemoteAppointments>>({
      ...rpc(listMyRemoteAppointments),
      providesTags: ["Appointment"],
    }),
    joinMyRemoteAppointment: build.mutation<
      Out<typeof joinMyRemoteAppointment>,
      Command<In<typeof joinMyRemoteAppointment>>
    >({
      ...command(joinMyRemoteAppointment),
      // Whoever is refused has not heard yet that it was moved or cancelled.
      invalidatesTags: (_result, error) => (error ? ["Appointment"] : []),
    }),
  }),
});

export const { useListMyRemoteAppointmentsQuery, useJoinMyRemoteAppointmentMutation } = onlineApi;
