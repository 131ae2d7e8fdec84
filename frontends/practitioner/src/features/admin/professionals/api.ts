import { api, type Command, command, type In, type Out, ProfessionalAccessService } from "@kajo/shared/rpc";

const { endProfessionalSessions, disableProfessional, enableProfessional } = ProfessionalAccessService.method;

const professionalApi = api.injectEndpoints({
  endpoints: (build) => ({
    endProfessionalSessions: build.mutation<
      Out<typeof endProfessionalSessions>,
      Command<In<typeof endProfessionalSessions>>
    >(command(endProfessionalSessions)),
    disableProfessional: build.mutation<Out<typeof disableProfessional>, Command<In<typeof disableProfessional>>>({
      ...command(disableProfessional),
      invalidatesTags: ["RoleGroup"],
    }),
    enableProfessional: build.mutation<Out<typeof enableProfessional>, Command<In<typeof enableProfessional>>>({
      ...command(enableProfessional),
      invalidatesTags: ["RoleGroup"],
    }),
  }),
});

export const { useEndProfessionalSessionsMutation, useDisableProfessionalMutation, useEnableProfessionalMutation } =
  professionalApi;
