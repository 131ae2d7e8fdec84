import { type Language, languageConfig, useLanguage, useText } from "@kajo/shared/i18n";
import { Banner } from "@kajo/shared/ui";
import { useId } from "react";
import drawn from "../../publication/Drawn.module.css";
import { allowedIn, piecesOf, samplesIn, unknownIn } from "./placeholders";
import styles from "./TemplatePreview.module.css";
import { Told } from "./Told";
import { type LanguageValue, type Part, parts } from "./values";

interface TemplatePreviewProps {
  readonly language: Language;
  readonly value: LanguageValue;
  /** Names of those that it may have. */
  readonly placeholders: readonly string[];
}

/** What is written as a resident gets it, with samples in the place of placeholders; what is none is marked. */
export function TemplatePreview({ language, value, placeholders }: TemplatePreviewProps) {
  const t = useText();
  const own = languageConfig[useLanguage()].iso;
  const headingId = useId();
  const samples = samplesIn(language);
  const piecesIn = (part: Part) => piecesOf(value[part].trim(), allowedIn(part, placeholders), samples);
  const unknown = unknownIn(parts.flatMap(piecesIn));
  const drawnPart = (part: Part) =>
    value[part].trim() === "" ? (
      <span className={drawn.none} lang={own}>
        {t("notificationTemplates.preview.empty")}
      </span>
    ) : (
      piecesIn(part).map(({ at, text, is }) =>
        is === "unknown" ? (
          <mark className={styles.unknown} key={at} translate="no">
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )
    );
  return (
    <section aria-labelledby={headingId} className={drawn.preview}>
      <h2 className={drawn.label} id={headingId}>
        {t("publication.preview")}
      </h2>
      <div aria-live="polite">
        {unknown.length > 0 ? (
          <Banner tone="warning">
            {t("notificationTemplates.preview.unknown", { placeholders: unknown.join(", ") })}
          </Banner>
        ) : null}
      </div>
      {parts.every((part) => value[part].trim() === "") ? (
        <p className={drawn.none}>{t("publication.preview.none")}</p>
      ) : (
        <Told
          email={drawnPart("email")}
          lang={languageConfig[language].iso}
          push={drawnPart("push")}
          sms={drawnPart("sms")}
          subject={drawnPart("subject")}
        />
      )}
    </section>
  );
}
