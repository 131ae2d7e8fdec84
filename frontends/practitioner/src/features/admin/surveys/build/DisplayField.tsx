import { languageConfig, useText } from "@kajo/shared/i18n";
import { TextArea } from "@kajo/shared/ui";
import { useState } from "react";
import type { PartProps } from "./ItemFields";
import { isPlain, richOf, typedOf } from "./paragraphs";

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A text that is read. What is typed stays as it is typed, also where the tree drops it, for example an empty line at the end. */
export function DisplayField({ item, put, field }: PartProps) {
  const t = useText();
  const kept = item.display?.fi;
  const [typed, setTyped] = useState(() => typedOf(kept));
  const isTyped = same(richOf(typed).blocks, kept?.blocks ?? []);
  const change = (next: string) => {
    setTyped(next);
    const rich = richOf(next);
    const { fi: _, ...others } = item.display ?? {};
    put({ display: rich.blocks?.length ? { ...item.display, fi: rich } : others });
  };
  return (
    <TextArea
      {...field("text")}
      hint={t(isPlain(kept) ? "survey.display.hint" : "survey.display.formatted")}
      label={t("survey.display")}
      lang={languageConfig.fi.iso}
      onChange={change}
      value={isTyped ? typed : typedOf(kept)}
    />
  );
}
