import { api, type Command, ConversationService, command, type In, type Out } from "@kajo/shared/rpc";

const { startPatientConversation } = ConversationService.method;

const patientMessageApi = api.injectEndpoints({
  endpoints: (build) => ({
    startPatientConversation: build.mutation<
      Out<typeof startPatientConversation>,
      Command<In<typeof startPatientConversation>>
    >({
      ...command(startPatientConversation),
      // Refused too: what is known of the patient's consent is old.
      invalidatesTags: ["Patient", "TaskList"],
    }),
  }),
});

export const { useStartPatientConversationMutation } = patientMessageApi;
