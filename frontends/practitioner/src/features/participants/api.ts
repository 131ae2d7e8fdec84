import { api, type Command, command, type In, type Out, ParticipantService } from "@kajo/shared/rpc";

const method = ParticipantService.method;

/** Somebody else may have changed it meanwhile: who takes part now is shown in any case. */
const stale = () => ["Appointment"] as const;

const participantApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveParticipant: build.mutation<Out<typeof method.saveParticipant>, Command<In<typeof method.saveParticipant>>>({
      ...command(method.saveParticipant),
      invalidatesTags: stale,
    }),
    deactivateParticipant: build.mutation<
      Out<typeof method.deactivateParticipant>,
      Command<In<typeof method.deactivateParticipant>>
    >({
      ...command(method.deactivateParticipant),
      invalidatesTags: stale,
    }),
    sendGuestLink: build.mutation<Out<typeof method.sendGuestLink>, Command<In<typeof method.sendGuestLink>>>({
      ...command(method.sendGuestLink),
      invalidatesTags: stale,
    }),
  }),
});

export const { useSaveParticipantMutation, useDeactivateParticipantMutation, useSendGuestLinkMutation } =
  participantApi;
