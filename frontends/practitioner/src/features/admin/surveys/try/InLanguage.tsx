import { CallContextProvider, useCallContext } from "@kajo/shared/app";
import { LoadFailed } from "@kajo/shared/errors";
import { createPlatformIntl, type Language, languageConfig } from "@kajo/shared/i18n";
import { Spinner } from "@kajo/shared/ui";
import { type ReactNode, useEffect, useState } from "react";
import { type IntlShape, RawIntlProvider } from "react-intl";
import { catalogueOf } from "./catalogues";

interface InLanguageProps {
  readonly language: Language;
  readonly children: ReactNode;
}

interface Spoken {
  readonly language: Language;
  readonly intl: IntlShape;
}

/** A part of the page as the resident's app would say it in another language. Until that is here, it stays as it was. */
export function InLanguage({ language, children }: InLanguageProps) {
  const context = useCallContext();
  const [spoken, setSpoken] = useState<Spoken>();
  const [failed, setFailed] = useState<{ readonly language: Language; readonly error: unknown }>();
  const hasFailed = failed?.language === language;
  useEffect(() => {
    // Until it is asked for again.
    if (hasFailed) return undefined;
    let isWanted = true;
    catalogueOf(language).then(
      (texts) => {
        if (isWanted) setSpoken({ language, intl: createPlatformIntl(language, texts) });
      },
      (error: unknown) => {
        if (isWanted) setFailed({ language, error });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [language, hasFailed]);
  if (hasFailed) return <LoadFailed error={failed.error} onRetry={() => setFailed(undefined)} />;
  if (!spoken) return <Spinner />;
  return (
    <CallContextProvider value={{ ...context, language: spoken.language }}>
      <RawIntlProvider value={spoken.intl}>
        <div lang={languageConfig[spoken.language].iso}>{children}</div>
      </RawIntlProvider>
    </CallContextProvider>
  );
}
