import { useDraft } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { RichText } from "@kajo/shared/rich-text";
import { Card } from "@kajo/shared/ui";
import styles from "../publication/LanguageTabs.module.css";
import { MarkdownField } from "../publication/MarkdownField";
import { Preview } from "../publication/Preview";
import { useDrawn } from "../publication/use-drawn";

/** A text to try things out, drawn as the texts of every editor; kept in this tab alone. */
export function Playground() {
  const t = useText();
  const [{ text }, change] = useDraft("markdown-guide", { text: "" });
  const drawing = useDrawn(text);
  return (
    <Card>
      <h2>{t("markdownGuide.try.title")}</h2>
      <p>{t("markdownGuide.try.text")}</p>
      <div className={styles.text}>
        <MarkdownField
          error={drawing.refusal}
          errorSaid={drawing.refusal ? 1 : undefined}
          isInGuide
          label={t("markdownGuide.try")}
          max={20000}
          onChange={(next) => change({ text: next })}
          optional
          rows={10}
          value={text}
        />
        <Preview drawing={drawing} isBlank>
          {(drawn) => (drawn ? <RichText level={3} text={drawn} /> : null)}
        </Preview>
      </div>
    </Card>
  );
}
