import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { Dialog, Stack } from "@kajo/shared/ui";
import type { ReactNode } from "react";

interface VersionQuery<Drawn> {
  readonly data?: { readonly languages?: readonly Drawn[] } | undefined;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

interface VersionDialogProps<Drawn> {
  readonly version: number;
  readonly query: VersionQuery<Drawn>;
  readonly onClose: () => void;
  /** Draws it in one language, whose ISO code is handed along. */
  readonly children: (drawn: Drawn, iso: string) => ReactNode;
}

/** One published version in every language that it was written in. */
export function VersionDialog<Drawn extends { readonly language?: string }>({
  version,
  query,
  onClose,
  children,
}: VersionDialogProps<Drawn>) {
  const t = useText();
  return (
    <Dialog isOpen onClose={onClose} title={t("publication.version.title", { version })} wide>
      <QueryView query={query}>
        {({ languages = [] }) => (
          <Stack gap="l">
            {languages.length === 0 ? <p>{t("publication.version.empty")}</p> : null}
            {languages.map((drawn) => {
              const { language = "fi" }: { readonly language?: string } = drawn;
              const { name, iso } = languageConfig[language as Language];
              return (
                <section aria-label={name} key={language}>
                  <Stack gap="s">
                    <p>{name}</p>
                    {children(drawn, iso)}
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
