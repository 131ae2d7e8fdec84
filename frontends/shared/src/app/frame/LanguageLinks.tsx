import { type Language, languageConfig, useLanguage } from "../../i18n";
import { noteLanguageChange } from "./language-change";

export interface LanguageLinksProps {
  readonly languages: readonly Language[];
  /** The place of these links, as `LanguageChanged` names it too. */
  readonly place: string;
  /** The address of the page in a language. */
  readonly page: (language: Language) => string;
  readonly className?: string | undefined;
  /** Of the link of the language that the page is in. */
  readonly currentId?: string;
}

/** List items, one for each language: plain links, since another language is another catalogue, `lang` and store. */
export function LanguageLinks({ languages, place, page, className, currentId }: LanguageLinksProps) {
  const current = useLanguage();
  return languages.map((each) => (
    <li key={each}>
      <a
        aria-current={each === current ? "true" : undefined}
        className={className}
        href={page(each)}
        hrefLang={languageConfig[each].iso}
        id={each === current ? currentId : undefined}
        lang={languageConfig[each].iso}
        onClick={() => noteLanguageChange(place, each)}
        translate="no"
      >
        {languageConfig[each].name}
      </a>
    </li>
  ));
}
