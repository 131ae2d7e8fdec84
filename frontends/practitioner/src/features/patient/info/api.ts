import { api, CareTeamService, type Command, command, type In, type Out, PatientService, rpc } from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const { addPatient, savePatientInfo, refreshPatient, chooseCareTeam } = PatientService.method;
const { listCareTeams } = CareTeamService.method;

const patientInfoApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** No command: a key would keep a hash of the code. */
    addPatient: build.mutation<Out<typeof addPatient>, In<typeof addPatient>>(rpc(addPatient)),
    savePatientInfo: build.mutation<Out<typeof savePatientInfo>, Command<In<typeof savePatientInfo>>>({
      ...command(savePatientInfo),
      invalidatesTags: (_saved, error) => (error && !isStale(error) ? [] : ["Patient"]),
    }),
    refreshPatient: build.mutation<Out<typeof refreshPatient>, Command<In<typeof refreshPatient>>>({
      ...command(refreshPatient),
      invalidatesTags: (_refreshed, error) => (error ? [] : ["Patient"]),
    }),
    chooseCareTeam: build.mutation<Out<typeof chooseCareTeam>, Command<In<typeof chooseCareTeam>>>({
      ...command(chooseCareTeam),
      invalidatesTags: (_chosen, error) => (error ? [] : ["Patient", "CareTeam"]),
    }),
    listCareTeams: build.query<Out<typeof listCareTeams>, In<typeof listCareTeams>>({
      ...rpc(listCareTeams),
      providesTags: ["CareTeam"],
    }),
  }),
});

export const {
  useAddPatientMutation,
  useSavePatientInfoMutation,
  useRefreshPatientMutation,
  useChooseCareTeamMutation,
  useListCareTeamsQuery,
} = patientInfoApi;
