/** The terms while they are written: kept as a draft, published as a whole, held against what others saved meanwhile. */
import { asFailure } from "@kajo/shared/errors";
import { type Language, languages } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { useState } from "react";
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
  // What was typed, and on top of which words. Until something is, the texts are as they are kept.
  const [edit, setEdit] = useState<{ readonly texts: Texts; readonly revision: number }>();
  const kept = textsOf(draft);
  const texts = edit?.texts ?? kept;
  const revision = edit?.revision ?? draft.revision ?? 0;
  /** Answers with what stood in the way. */
  const send = async (call: typeof saveDraft | typeof publish, intent: typeof saving) => {
    const request = { texts, revision };
    const { error } = await call({ request, idempotencyKey: intent.keyFor(request) });
    if (error === undefined) {
      intent.settle();
      if ((await refetch()).data) setEdit(undefined);
    } else if (asFailure(error).reason === "terms_changed") {
      const fresh = (await refetch()).data;
      // Who reads what is told and saves again means it.
      if (fresh) setEdit({ texts, revision: fresh.revision ?? 0 });
    }
    return error;
  };
  return {
    texts,
    isDirty: JSON.stringify(texts) !== JSON.stringify(kept),
    change: (language: Language, text: string) => setEdit({ texts: { ...texts, [language]: text }, revision }),
    takeKept: () => setEdit(undefined),
    save: () => send(saveDraft, saving),
    publish: () => send(publish, publishing),
  };
}
