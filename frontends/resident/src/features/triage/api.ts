import { AssessmentService, api, type Command, command, type In, type Out, rpc } from "@kajo/shared/rpc";

const { getAssessment, submitAssessment } = AssessmentService.method;

const triageApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** News of it and of its queue fetch it anew; whoever answers goes on with what was asked when they began. */
    getAssessment: build.query<Out<typeof getAssessment>, In<typeof getAssessment>>({
      ...rpc(getAssessment),
      providesTags: ["Assessment", "ChatQueue"],
    }),
    /** What it has come to stands there at once. */
    submitAssessment: build.mutation<Out<typeof submitAssessment>, Command<In<typeof submitAssessment>>>({
      ...command(submitAssessment),
      async onQueryStarted({ request: { chatQueueId = "" } }, { dispatch, queryFulfilled }) {
        const sent = await queryFulfilled.catch(() => undefined);
        const completed = sent?.data.completed;
        if (!completed) return;
        dispatch(
          triageApi.util.updateQueryData("getAssessment", { chatQueueId }, (there) => {
            there.completed = completed;
          }),
        );
      },
    }),
  }),
});

export const { useGetAssessmentQuery, useSubmitAssessmentMutation } = triageApi;
