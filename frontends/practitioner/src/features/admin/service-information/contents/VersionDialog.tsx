import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { RichText } from "@kajo/shared/rich-text";
import { Dialog, Stack } from "@kajo/shared/ui";
import { useGetServiceContentVersionQuery } from "./api";

interface VersionDialogProps {
  readonly serviceContentId: string;
  readonly version: number;
  readonly onClose: () => void;
}

/** One published version in every language that it was written in. */
export function VersionDialog({ serviceContentId, version, onClose }: VersionDialogProps) {
  const t = useText();
  const query = useGetServiceContentVersionQuery({ serviceContentId, publishedVersion: version });
  return (
    <Dialog isOpen onClose={onClose} title={t("serviceContents.version.title", { version })} wide>
      <QueryView query={query}>
        {({ languages = [] }) => (
          <Stack gap="l">
            {languages.map(({ language = "fi", title = "", text }) => {
              const { name, iso } = languageConfig[language as Language];
              return (
                <section aria-label={name} key={language}>
                  <Stack gap="s">
                    <p>{name}</p>
                    <h3 lang={iso}>{title}</h3>
                    {text ? (
                      <RichText lang={iso} level={4} text={text} />
                    ) : (
                      <p>{t("serviceContents.version.refused")}</p>
                    )}
                  </Stack>
                </section>
              );
            })}
          </Stack>
        )}
      </QueryView>
    </Dialog>
  );
}
