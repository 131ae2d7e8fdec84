/** One form from which something is kept as a draft and published: what is under way, what failed, and which language is shown. */
import type { EditState } from "@kajo/shared/drafts";
import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { type Language, useText } from "@kajo/shared/i18n";
import { useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useOverNewer } from "../../editing/use-over-newer";
import { shownAfter } from "./languages";

export interface Sent {
  readonly error?: unknown;
  /** Of what was saved, also when it is new. */
  readonly id?: string;
}

interface Publishable<Values extends object> {
  readonly edit: EditState<Values, string>;
  /** As it is kept now. */
  readonly current: Values;
  readonly version: string;
  readonly save: () => Promise<Sent>;
  readonly publish: () => Promise<Sent>;
}

interface Then {
  /** Said when it is published. */
  readonly published: string;
  /** What follows when it is saved or published. */
  readonly onSettled?: (id: string | undefined) => Promise<void>;
}

export type Publishing = Omit<ReturnType<typeof usePublishing>, "change">;

export function usePublishing<Values extends object>(
  { edit, current, version, save, publish }: Publishable<Values>,
  { published, onSettled }: Then,
) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [language, setLanguage] = useState<Language>("fi");
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const help = useOverNewer(edit, { current, version }, failure, () => setFailure(undefined));
  /** Whether it went well; where it did not, what is wrong comes into sight. */
  const took = (error: unknown): boolean => {
    setFailure(error);
    if (error === undefined) return true;
    const refused = asFailure(error).fields.map(({ field }) => field);
    setLanguage((shown) => shownAfter(refused, shown));
    return false;
  };
  return {
    language,
    setLanguage,
    failure,
    help,
    isSaving,
    change: (part: Partial<Values>) => {
      edit.change(part);
      // What the server said was said of what stood there.
      setFailure(undefined);
    },
    saveDraft: async () => {
      if (isSaving) return;
      setSaving(true);
      const { error, id } = await save();
      setSaving(false);
      if (!took(error)) return toast("danger", failureLine(error));
      toast("success", t("publication.saved"));
      await onSettled?.(id);
    },
    publish: async () => {
      const { error, id } = await publish();
      if (!took(error)) return;
      toast("success", published);
      await onSettled?.(id);
    },
  };
}
