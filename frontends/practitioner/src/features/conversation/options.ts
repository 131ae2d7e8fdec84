/** What a conversation can be handed to: colleagues and queues, as choices. */
import { localized, useLanguage } from "@kajo/shared/i18n";
import {
  api,
  CategoryService,
  type ConversationJson,
  type In,
  type Out,
  type QueueJson,
  rpc,
  WorkContextService,
} from "@kajo/shared/rpc";
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

export interface Choices {
  readonly options: readonly SelectOption[];
  /** Why there are none. */
  readonly error: unknown;
  readonly refetch: () => void;
}

export function useColleagues(): Choices {
  const language = useLanguage();
  const { data, error, refetch } = optionsApi.useListColleagueChoicesQuery({});
  const options = (data?.colleagues ?? []).map((each) => ({
    id: each.personId ?? "",
    label: each.displayName ?? "",
    description: localized(language, each.roleName),
  }));
  return { options, error: data ? undefined : error, refetch: () => void refetch() };
}

/** Queues of professionals who can be asked for advice. */
export const useConsultationQueueOptions = (): Choices => useQueues(isConsultation);

/** The queues that a conversation can be handed on to: consultations have their own, and nothing else goes there. */
export const useForwardQueueOptions = ({ kind, subcategoryId }: ConversationJson): Choices =>
  useQueues(
    (queue) =>
      queue.subcategoryId !== subcategoryId &&
      queue.kind !== "QUEUE_KIND_UNKNOWN" &&
      isConsultation(queue) === (kind === "CONVERSATION_KIND_CONSULTATION"),
  );

/** The queues that one's role and location give, and in which a conversation with a patient can begin. */
export const useOwnQueueOptions = (): Choices & { readonly isLoading: boolean } =>
  useQueues(({ own, kind }) => own === true && (kind === "QUEUE_KIND_MESSAGE" || kind === "QUEUE_KIND_SHARED_MESSAGE"));

const isConsultation = ({ kind }: QueueJson) => kind === "QUEUE_KIND_CONSULTATION";

function useQueues(offers: (queue: QueueJson) => boolean) {
  const language = useLanguage();
  const { data, error, isLoading, refetch } = optionsApi.useListQueueChoicesQuery({});
  const options = (data?.queues ?? []).filter(offers).map((queue) => ({
    id: queue.subcategoryId ?? "",
    label: `${localized(language, queue.categoryName)}: ${localized(language, queue.name)}`,
  }));
  return { options, error: data ? undefined : error, isLoading, refetch: () => void refetch() };
}
