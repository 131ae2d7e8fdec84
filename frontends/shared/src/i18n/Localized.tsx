import { Fragment } from "react";
import { localized, localizedLang, useLanguage } from "./text";

const gap = " · ";

type Texts = Parameters<typeof localized>[1];

/** A text that the server keeps in several languages, marked with its language where it fell back, so that a voice reads it as what it is. */
export function Localized({ text }: { readonly text: Texts }) {
  const language = useLanguage();
  const words = localized(language, text);
  const lang = localizedLang(language, text);
  return words ? <span lang={lang}>{words}</span> : null;
}

export interface LocalizedLineProps {
  /** What stands first and belongs to no language, for example a name. */
  readonly first?: string | undefined;
  readonly texts: readonly Texts[];
}

/** Several of them side by side on one line; what is not known leaves no gap. */
export function LocalizedLine({ first, texts }: LocalizedLineProps) {
  const language = useLanguage();
  const known = texts.filter((text) => localized(language, text) !== "");
  return (
    <span>
      {first ? <span translate="no">{first}</span> : null}
      {known.map((text, index) => (
        <Fragment key={localized(language, text)}>
          {first || index > 0 ? <span>{gap}</span> : null}
          <Localized text={text} />
        </Fragment>
      ))}
    </span>
  );
}
