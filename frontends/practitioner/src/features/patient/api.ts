import { api, type In, type Out, PatientService, rpc } from "@kajo/shared/rpc";

const { lookUpPatient, getPatient } = PatientService.method;

const patientApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asked each time anew: a lookup is logged. */
    lookUpPatient: build.mutation<Out<typeof lookUpPatient>, In<typeof lookUpPatient>>(rpc(lookUpPatient)),
    getPatient: build.query<Out<typeof getPatient>, In<typeof getPatient>>({
      ...rpc(getPatient),
      providesTags: ["Patient"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useLookUpPatientMutation, useGetPatientQuery } = patientApi;
