import { dateTimeText, useLanguage } from "@kajo/shared/i18n";

/** The moment at which something happened. */
export function At({ at }: { readonly at: string }) {
  const language = useLanguage();
  return at ? <time dateTime={at}>{dateTimeText(language, new Date(at))}</time> : null;
}
