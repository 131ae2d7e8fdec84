import { asFailure } from "@kajo/shared/errors";
import { useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { RichText } from "@kajo/shared/rich-text";
import { Stack } from "@kajo/shared/ui";
import { useGetPublishedContentQuery } from "./api";

interface PublishedContentProps {
  readonly id: string;
}

/** A content that somebody was given, in their language or else in Finnish: its title, and its text below. */
export function PublishedContent({ id }: PublishedContentProps) {
  const t = useText();
  const own = useLanguage();
  const query = useGetPublishedContentQuery({ serviceContentId: id, language: own });
  if (query.error && asFailure(query.error).reason === "not_found") return <p>{t("content.gone")}</p>;
  return (
    <QueryView query={query}>
      {({ language, title, text }) => {
        const lang = language === own ? undefined : language;
        return (
          <Stack>
            <h2 lang={lang}>{title}</h2>
            {text ? <RichText lang={lang} level={3} text={text} /> : <p>{t("content.gone")}</p>}
          </Stack>
        );
      }}
    </QueryView>
  );
}
