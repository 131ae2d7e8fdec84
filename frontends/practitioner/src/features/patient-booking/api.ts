import { api, type Command, command, type In, type Out, PatientBookingService, rpc } from "@kajo/shared/rpc";

const method = PatientBookingService.method;

const patientBookingApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBookingChoices: build.query<Out<typeof method.listBookingChoices>, In<typeof method.listBookingChoices>>({
      ...rpc(method.listBookingChoices),
      providesTags: [{ type: "Record", id: "schedule" }],
    }),
    listTimesForPatient: build.query<Out<typeof method.listTimesForPatient>, In<typeof method.listTimesForPatient>>({
      ...rpc(method.listTimesForPatient),
      providesTags: ["FreeTime"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
    previewForPatient: build.query<Out<typeof method.previewForPatient>, In<typeof method.previewForPatient>>({
      ...rpc(method.previewForPatient),
      keepUnusedDataFor: 0,
    }),
    bookForPatient: build.mutation<Out<typeof method.bookForPatient>, Command<In<typeof method.bookForPatient>>>({
      ...command(method.bookForPatient),
      // Refused, a time is somebody else's by now.
      invalidatesTags: ["Appointment", "Recommendation", "FreeTime"],
    }),
  }),
});

export const {
  useListBookingChoicesQuery,
  useListTimesForPatientQuery,
  usePreviewForPatientQuery,
  useBookForPatientMutation,
} = patientBookingApi;
