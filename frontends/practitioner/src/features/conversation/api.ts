import { api, type Command, ConversationService, command, type In, type Out, TaskService } from "@kajo/shared/rpc";

const task = TaskService.method;
const conversation = ConversationService.method;

/** Whatever came of it: somebody else may have been faster, and the thread shows who. */
const stale = (
  _result: unknown,
  _error: unknown,
  { request }: { readonly request: { readonly conversationId?: string } },
) => [{ type: "Conversation" as const, id: request.conversationId ?? "" }, "TaskList" as const];

const actionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    takeConversation: build.mutation<Out<typeof task.takeConversation>, Command<In<typeof task.takeConversation>>>({
      ...command(task.takeConversation),
      invalidatesTags: stale,
    }),
    takeOverConversation: build.mutation<
      Out<typeof task.takeOverConversation>,
      Command<In<typeof task.takeOverConversation>>
    >({
      ...command(task.takeOverConversation),
      invalidatesTags: stale,
    }),
    participate: build.mutation<
      Out<typeof task.participateInConversation>,
      Command<In<typeof task.participateInConversation>>
    >({
      ...command(task.participateInConversation),
      invalidatesTags: stale,
    }),
    returnConversation: build.mutation<
      Out<typeof task.returnConversation>,
      Command<In<typeof task.returnConversation>>
    >({
      ...command(task.returnConversation),
      invalidatesTags: stale,
    }),
    forwardConversation: build.mutation<
      Out<typeof task.forwardConversation>,
      Command<In<typeof task.forwardConversation>>
    >({
      ...command(task.forwardConversation),
      invalidatesTags: stale,
    }),
    assignConversation: build.mutation<
      Out<typeof task.assignConversation>,
      Command<In<typeof task.assignConversation>>
    >({
      ...command(task.assignConversation),
      invalidatesTags: stale,
    }),
    requestConsultation: build.mutation<
      Out<typeof task.requestConsultation>,
      Command<In<typeof task.requestConsultation>>
    >({
      ...command(task.requestConsultation),
      invalidatesTags: stale,
    }),
    requestPatientConsultation: build.mutation<
      Out<typeof task.requestPatientConsultation>,
      Command<In<typeof task.requestPatientConsultation>>
    >({ ...command(task.requestPatientConsultation), invalidatesTags: ["TaskList"] }),
    askToShowToGuardians: build.mutation<
      Out<typeof conversation.askToShowToGuardians>,
      Command<In<typeof conversation.askToShowToGuardians>>
    >({ ...command(conversation.askToShowToGuardians), invalidatesTags: stale }),
    endConversation: build.mutation<Out<typeof task.endConversation>, Command<In<typeof task.endConversation>>>({
      ...command(task.endConversation),
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useTakeConversationMutation,
  useTakeOverConversationMutation,
  useParticipateMutation,
  useReturnConversationMutation,
  useForwardConversationMutation,
  useAssignConversationMutation,
  useRequestConsultationMutation,
  useRequestPatientConsultationMutation,
  useAskToShowToGuardiansMutation,
  useEndConversationMutation,
} = actionsApi;
