import { api, type In, type Out, PatientService, rpc } from "@kajo/shared/rpc";

const { openPatient } = PatientService.method;

const groundApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asked each time anew: an opening is logged. */
    openPatient: build.mutation<Out<typeof openPatient>, In<typeof openPatient>>({
      ...rpc(openPatient),
      invalidatesTags: ["Patient"],
    }),
  }),
});

export const { useOpenPatientMutation } = groundApi;
