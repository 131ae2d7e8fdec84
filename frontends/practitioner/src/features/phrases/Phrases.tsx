import { useLazyPart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { Writing } from "@kajo/shared/thread";
import { Button } from "@kajo/shared/ui";
import { Quote } from "lucide-react";
import { useEffect, useState } from "react";
import { type Inserted, withPhrase } from "./insert";

/** The way to one's own phrases, beside what is being written (CON-12). */
export function Phrases({ area, text, change }: Writing) {
  const t = useText();
  const { part, ask, close } = useLazyPart(() => import("./PhraseDialog"));
  const [inserted, setInserted] = useState<Inserted>();
  // The dialog gives the focus back to its button first.
  useEffect(() => {
    if (!inserted) return;
    area.current?.focus();
    area.current?.setSelectionRange(inserted.from, inserted.to);
  }, [inserted, area]);
  const insert = (phrase: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const next = withPhrase(text, phrase, selectionStart, selectionEnd);
    change(next.text);
    setInserted(next);
    close();
  };
  return (
    <div>
      <Button kind="secondary" onPress={ask} small>
        <Quote aria-hidden="true" size={18} /> {t("phrases.title")}
      </Button>
      {part ? <part.PhraseDialog onClose={close} onInsert={insert} typed={text} /> : null}
    </div>
  );
}
