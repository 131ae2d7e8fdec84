import { api, type In, type Out, PublicFormService, rpc } from "@kajo/shared/rpc";

const { getPublicForm, sendPublicForm } = PublicFormService.method;

/** Whoever is signed in sends as nobody does. */
const extraOptions = { credentials: "omit" } as const;

const publicFormApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * No news fetches it anew: its questions stay as they are while somebody answers them. Whoever opens it again begins another sitting, but for
     * the page that leads on to it.
     */
    getPublicForm: build.query<Out<typeof getPublicForm>, In<typeof getPublicForm>>({
      ...rpc(getPublicForm),
      extraOptions,
      keepUnusedDataFor: 0,
    }),
    /** Its sitting is what makes a retry the same: there is no key of an intent. */
    sendPublicForm: build.mutation<Out<typeof sendPublicForm>, In<typeof sendPublicForm>>({
      ...rpc(sendPublicForm),
      extraOptions,
    }),
  }),
});

export const { useGetPublicFormQuery, useSendPublicFormMutation } = publicFormApi;
