import { api, type In, type Out, rpc, SurveyService } from "@kajo/shared/rpc";

const { exportQuestionnaire, importQuestionnaire } = SurveyService.method;

/** Neither keeps anything, and each time is another file. */
const transferApi = api.injectEndpoints({
  endpoints: (build) => ({
    exportQuestionnaire: build.mutation<Out<typeof exportQuestionnaire>, In<typeof exportQuestionnaire>>(
      rpc(exportQuestionnaire),
    ),
    importQuestionnaire: build.mutation<Out<typeof importQuestionnaire>, In<typeof importQuestionnaire>>(
      rpc(importQuestionnaire),
    ),
  }),
});

export const { useExportQuestionnaireMutation, useImportQuestionnaireMutation } = transferApi;
