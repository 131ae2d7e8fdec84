/** A professional's own phrases. */
import { api, type Command, command, type In, type Out, PhraseService, rpc } from "@kajo/shared/rpc";

const { listPhrases, savePhrase, removePhrase, movePhrases } = PhraseService.method;

const changes = {
  invalidatesTags: (_changed: unknown, error: unknown) => (error ? [] : (["Phrase"] as const)),
};

const phraseApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPhrases: build.query<Out<typeof listPhrases>, In<typeof listPhrases>>({
      ...rpc(listPhrases),
      providesTags: ["Phrase"],
    }),
    savePhrase: build.mutation<Out<typeof savePhrase>, Command<In<typeof savePhrase>>>({
      ...command(savePhrase),
      ...changes,
    }),
    removePhrase: build.mutation<Out<typeof removePhrase>, Command<In<typeof removePhrase>>>({
      ...command(removePhrase),
      ...changes,
    }),
    movePhrases: build.mutation<Out<typeof movePhrases>, Command<In<typeof movePhrases>>>({
      ...command(movePhrases),
      ...changes,
    }),
  }),
});

export const { useListPhrasesQuery, useSavePhraseMutation, useRemovePhraseMutation, useMovePhrasesMutation } =
  phraseApi;
