import { ChevronDown } from "lucide-react";
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from "react-aria-components";
import { useText } from "../i18n";
import styles from "./Field.module.css";
import menu from "./Menu.module.css";

export interface SelectOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
}

export interface SelectProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

export function Select({ label, options, value, onChange, hint, error, isDisabled = false }: SelectProps) {
  const t = useText();
  return (
    <AriaSelect
      className={styles.field ?? ""}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      placeholder={t("ui.select.placeholder")}
      selectedKey={value}
      validationBehavior="aria"
    >
      <Label className={styles.label ?? ""}>{label}</Label>
      {hint ? (
        <Text className={styles.hint ?? ""} slot="description">
          {hint}
        </Text>
      ) : null}
      <Button className={styles.select ?? ""}>
        <SelectValue>{({ selectedText, defaultChildren }) => selectedText || defaultChildren}</SelectValue>
        <ChevronDown aria-hidden="true" size={18} />
      </Button>
      <FieldError className={styles.error ?? ""}>{error}</FieldError>
      <Popover className={menu.popover ?? ""} data-wide="">
        <ListBox className={menu.list ?? ""} items={options}>
          {(option) => (
            <ListBoxItem className={menu.item ?? ""} id={option.id} textValue={option.label}>
              <Text slot="label">{option.label}</Text>
              {option.description ? (
                <Text className={styles.hint ?? ""} slot="description">
                  {option.description}
                </Text>
              ) : null}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
