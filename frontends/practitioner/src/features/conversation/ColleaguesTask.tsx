import { useText } from "@kajo/shared/i18n";
import { Button, Card } from "@kajo/shared/ui";
import { useEffect, useRef } from "react";
import styles from "./ConversationPane.module.css";
import { useColleagues } from "./options";

interface ColleaguesTaskProps {
  /** Who handles it. */
  readonly ownerId: string;
  readonly onConfirm: () => void;
}

/** In place of a colleague's task, until whoever would see it says that they want to (CON-17). */
export function ColleaguesTask({ ownerId, onConfirm }: ColleaguesTaskProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const name = useColleagues().options.find(({ id }) => id === ownerId)?.label;
  return (
    <div className={styles.waiting}>
      <Card>
        <h2 className={styles.heading} ref={heading} tabIndex={-1}>
          {t("conversation.colleagues.title")}
        </h2>
        <p>{name ? t("conversation.colleagues.by", { name }) : t("conversation.colleagues.byAnother")}</p>
        <p>{t("conversation.colleagues.text")}</p>
        <div>
          <Button onPress={onConfirm}>{t("conversation.colleagues.open")}</Button>
        </div>
      </Card>
    </div>
  );
}
