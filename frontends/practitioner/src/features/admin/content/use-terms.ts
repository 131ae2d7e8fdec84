/** The terms while they are written: kept as a draft, published as a whole, held against what others saved meanwhile. */
import { useEdit } from "@kajo/shared/drafts";
import { asFailure } from "@kajo/shared/errors";
import { type Language, languages } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { type TermsDraft, useGetTermsDraftQuery, usePublishTermsMutation, useSaveTermsDraftMutation } from "./api";

export type Texts = Readonly<Record<Language, string>>;

const textsOf = ({ texts }: TermsDraft) =>
  Object.fromEntries(languages.map((language) => [language, texts?.[language] ?? ""])) as unknown as Texts;

export function useTerms(draft: TermsDraft) {
  const { refetch } = useGetTermsDraftQuery({});
  const [saveDraft] = useSaveTermsDraftMutation();
  const [publish] = usePublishTermsMutation();
  const saving = useIntent();
  const publishing = useIntent();
  const edit = useEdit("terms", textsOf(draft), draft.revision ?? 0);
  const { value: texts, version: revision } = edit;
  /** Answers with what stood in the way. */
  const send = async (call: typeof saveDraft | typeof publish, intent: typeof saving) => {
    const request = { texts, revision };
    const { error } = await call({ request, idempotencyKey: intent.keyFor(request) });
    if (error === undefined) {
      intent.settle();
      if ((await refetch()).data) edit.discard();
    } else if (asFailure(error).reason === "terms_changed") {
      const fresh = (await refetch()).data;
      // Who reads what is told and saves again means it.
      if (fresh) edit.rebase(textsOf(fresh), fresh.revision ?? 0);
    }
    return error;
  };
  return {
    edit,
    texts,
    change: (language: Language, text: string) => edit.change({ [language]: text }),
    save: () => send(saveDraft, saving),
    publish: () => send(publish, publishing),
  };
}
