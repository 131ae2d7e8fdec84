import { useState } from "react";
import { loadDraft, saveDraft } from "./draft";

/** State that is kept as a draft: `const [draft, change, clear] = useDraft("reply.1", { text: "" })`. */
export function useDraft<T extends object>(name: string, empty: T) {
  const [value, setValue] = useState<T>(() => loadDraft(name, empty));
  const change = (part: Partial<T>) =>
    setValue((old) => {
      const next = { ...old, ...part };
      saveDraft(name, next);
      return next;
    });
  const clear = () => {
    saveDraft(name, undefined);
    setValue(empty);
  };
  return [value, change, clear] as const;
}
