/** What residents find by an appointment search. */
import { AppointmentSearchService, api, type In, type Out, rpc } from "@kajo/shared/rpc";

const { tryAppointmentSearch } = AppointmentSearchService.method;

const trialApi = api.injectEndpoints({
  endpoints: (build) => ({
    tryAppointmentSearch: build.query<Out<typeof tryAppointmentSearch>, In<typeof tryAppointmentSearch>>({
      ...rpc(tryAppointmentSearch),
      providesTags: [{ type: "Record", id: "appointment_search" }],
      // Somebody may book meanwhile: whoever tries again asks again.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useTryAppointmentSearchQuery } = trialApi;
