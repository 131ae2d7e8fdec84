/** What a conversation can be handed to: colleagues and queues, as choices. */
import { localized, useLanguage } from "@kajo/shared/i18n";
import { api, CategoryService, type In, type Out, rpc, WorkContextService } from "@kajo/shared/rpc";
import type { SelectOption } from "@kajo/shared/ui";

const { listColleagues } = WorkContextService.method;
const { listQueues } = CategoryService.method;

const optionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listColleagueChoices: build.query<Out<typeof listColleagues>, In<typeof listColleagues>>({
      ...rpc(listColleagues),
      providesTags: ["WorkContext"],
    }),
    listQueueChoices: build.query<Out<typeof listQueues>, In<typeof listQueues>>({
      ...rpc(listQueues),
      providesTags: ["Category"],
    }),
  }),
});

export function useColleagues(): readonly SelectOption[] {
  const language = useLanguage();
  const { data } = optionsApi.useListColleagueChoicesQuery({});
  return (data?.colleagues ?? []).map((each) => ({
    id: each.personId ?? "",
    label: each.displayName ?? "",
    description: localized(language, each.roleName),
  }));
}

export function useQueueOptions(without: string | undefined): readonly SelectOption[] {
  const language = useLanguage();
  const { data } = optionsApi.useListQueueChoicesQuery({});
  return (data?.queues ?? [])
    .filter((queue) => queue.subcategoryId !== without)
    .map((queue) => ({
      id: queue.subcategoryId ?? "",
      label: `${localized(language, queue.categoryName)}: ${localized(language, queue.name)}`,
    }));
}
