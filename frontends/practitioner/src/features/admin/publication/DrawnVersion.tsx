import { useText } from "@kajo/shared/i18n";
import { RichText } from "@kajo/shared/rich-text";
import type { RichTextJson } from "@kajo/shared/rpc";

interface DrawnVersionProps {
  readonly title: string;
  /** Undefined: it breaks a rule of today. */
  readonly text: RichTextJson | undefined;
  /** ISO code of the language. */
  readonly lang: string;
}

/** The words of a published version in one language. */
export function DrawnVersion({ title, text, lang }: DrawnVersionProps) {
  const t = useText();
  return (
    <>
      <h3 lang={lang}>{title}</h3>
      {text ? <RichText lang={lang} level={4} text={text} /> : <p>{t("publication.version.refused")}</p>}
    </>
  );
}
