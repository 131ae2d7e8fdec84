import { useText } from "@kajo/shared/i18n";
import { Button, Row } from "@kajo/shared/ui";
import { placeholder } from "./placeholders";

interface PlaceholderButtonsProps {
  /** Of the text that they belong to. */
  readonly label: string;
  readonly names: readonly string[];
  readonly onInsert: (words: string) => void;
}

/** Put placeholders into a text where its cursor is. */
export function PlaceholderButtons({ label, names, onInsert }: PlaceholderButtonsProps) {
  const t = useText();
  if (names.length === 0) return null;
  return (
    <Row>
      {names.map((name) => (
        <Button
          aria-label={t("notificationTemplates.insert.named", { placeholder: placeholder(name), field: label })}
          key={name}
          kind="secondary"
          onPress={() => onInsert(placeholder(name))}
          small
        >
          {t("notificationTemplates.insert", { placeholder: placeholder(name) })}
        </Button>
      ))}
    </Row>
  );
}
