import {
  AccessExplanationService,
  api,
  CategoryService,
  type In,
  type Out,
  ProfessionalService,
  rpc,
} from "@kajo/shared/rpc";

const { explainQueue, explainConversation } = AccessExplanationService.method;
const { listProfessionals, getProfessional } = ProfessionalService.method;
const { listQueues } = CategoryService.method;

const explanationApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProfessionals: build.query<Out<typeof listProfessionals>, In<typeof listProfessionals>>({
      ...rpc(listProfessionals),
      providesTags: ["RoleGroup"],
    }),
    getProfessional: build.query<Out<typeof getProfessional>, In<typeof getProfessional>>({
      ...rpc(getProfessional),
      providesTags: ["RoleGroup"],
      // Groups and roles as they are now.
      keepUnusedDataFor: 0,
    }),
    listExplainedQueues: build.query<Out<typeof listQueues>, In<typeof listQueues>>({
      ...rpc(listQueues),
      providesTags: ["Category"],
    }),
    /** Asked each time anew: what was true a moment ago may not be, and a conversation that is asked about is logged. */
    explainQueue: build.mutation<Out<typeof explainQueue>, In<typeof explainQueue>>(rpc(explainQueue)),
    explainConversation: build.mutation<Out<typeof explainConversation>, In<typeof explainConversation>>(
      rpc(explainConversation),
    ),
  }),
});

export const {
  useListProfessionalsQuery,
  useGetProfessionalQuery,
  useListExplainedQueuesQuery,
  useExplainQueueMutation,
  useExplainConversationMutation,
} = explanationApi;
