import { type PlainId, useText } from "@kajo/shared/i18n";
import styles from "./PlaceholderMeanings.module.css";
import { placeholder } from "./placeholders";

const meanings: Readonly<Record<string, PlainId>> = {
  link: "notificationTemplates.placeholder.link",
  time: "notificationTemplates.placeholder.time",
};

/** What each placeholder stands for. */
export function PlaceholderMeanings({ names }: { readonly names: readonly string[] }) {
  const t = useText();
  return (
    <dl className={styles.list}>
      {names.map((name) => {
        const meaning = meanings[name];
        return (
          <div className={styles.entry} key={name}>
            <dt>
              <code translate="no">{placeholder(name)}</code>
            </dt>
            <dd>{meaning ? t(meaning) : null}</dd>
          </div>
        );
      })}
    </dl>
  );
}
