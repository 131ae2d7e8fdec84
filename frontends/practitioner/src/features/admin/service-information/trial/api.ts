/** What residents find by an appointment search, and what another system is asked by it. */
import { AppointmentSearchService, api, type Command, command, type In, type Out, rpc } from "@kajo/shared/rpc";

const { tryAppointmentSearch, fetchAppointmentSearch } = AppointmentSearchService.method;

const searchTag = { type: "Record", id: "appointment_search" } as const;

const trialApi = api.injectEndpoints({
  endpoints: (build) => ({
    tryAppointmentSearch: build.query<Out<typeof tryAppointmentSearch>, In<typeof tryAppointmentSearch>>({
      ...rpc(tryAppointmentSearch),
      providesTags: [searchTag],
      // Somebody may book meanwhile: whoever tries again asks again.
      keepUnusedDataFor: 0,
    }),
    fetchAppointmentSearch: build.mutation<
      Out<typeof fetchAppointmentSearch>,
      Command<In<typeof fetchAppointmentSearch>>
    >({
      ...command(fetchAppointmentSearch),
      invalidatesTags: (_answer, error) => (error ? [] : [searchTag]),
    }),
  }),
});

export const { useTryAppointmentSearchQuery, useFetchAppointmentSearchMutation } = trialApi;
