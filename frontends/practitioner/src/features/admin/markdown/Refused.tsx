import { type PlainId, useText } from "@kajo/shared/i18n";
import { Bullets, Card } from "@kajo/shared/ui";
import styles from "./MarkdownGuide.module.css";

/** With how it begins, where signs begin it. */
const refused: readonly (readonly [text: PlainId, sign: string])[] = [
  ["markdownGuide.refused.heading", "#"],
  ["markdownGuide.refused.lower", "####"],
  ["markdownGuide.refused.html", "<b>"],
  ["markdownGuide.refused.image", "!["],
  ["markdownGuide.refused.code", "`"],
  ["markdownGuide.refused.quote", ">"],
  ["markdownGuide.refused.rule", "---"],
  ["markdownGuide.refused.link", "http://"],
];

/** What has no place in a formatted text (services/chassis-domain/src/rich_text). */
export function Refused() {
  const t = useText();
  return (
    <Card>
      <h2>{t("markdownGuide.refused")}</h2>
      <p>{t("markdownGuide.refused.text")}</p>
      <Bullets items={refused.map(([text, sign]) => [text, <Kind key={text} sign={sign} text={t(text)} />] as const)} />
      <p>{t("markdownGuide.refused.plain")}</p>
    </Card>
  );
}

function Kind({ text, sign }: { readonly text: string; readonly sign: string }) {
  return (
    <>
      <span>{text}</span>{" "}
      <code className={styles.sign} translate="no">
        {sign}
      </code>
    </>
  );
}
