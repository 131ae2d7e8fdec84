import { ChevronDown } from "lucide-react";
import {
  ComboBox as AriaComboBox,
  Button,
  FieldError,
  Group,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";
import { useText } from "../i18n";
import { AriaLanguage } from "./AriaLanguage";
import styles from "./Composed.module.css";
import field from "./Field.module.css";
import { FieldHead } from "./FieldHead";
import menu from "./ListPopover.module.css";
import { useListPlace } from "./open-dialogs";
import type { SelectOption } from "./Select";

export interface ComboBoxProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** What is typed, for options that a server finds; then the server filters. */
  readonly inputValue?: string;
  readonly onInputChange?: (text: string) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly isDisabled?: boolean;
}

/** One of many, found by typing. */
export function ComboBox({
  label,
  options,
  value,
  onChange,
  inputValue,
  onInputChange,
  name,
  hint,
  error,
  optional = false,
  isDisabled = false,
}: ComboBoxProps) {
  const t = useText();
  const place = useListPlace();
  return (
    <AriaLanguage>
      <AriaComboBox
        allowsEmptyCollection
        className={[styles.field, field.field].join(" ")}
        isDisabled={isDisabled}
        isInvalid={error !== undefined}
        isRequired={!optional}
        menuTrigger="input"
        onSelectionChange={(key) => onChange(key === null ? null : String(key))}
        selectedKey={value}
        validationBehavior="aria"
        {...(inputValue === undefined ? { defaultItems: options } : { inputValue, items: options })}
        {...(onInputChange ? { onInputChange } : {})}
      >
        <FieldHead hint={hint} label={label} optional={optional} />
        <Group className={styles.frame ?? ""}>
          <Input className={styles.input ?? ""} {...(name ? { name } : {})} />
          <Button className={styles.button ?? ""}>
            <ChevronDown aria-hidden="true" size={18} />
          </Button>
        </Group>
        <FieldError className={field.error ?? ""}>{error}</FieldError>
        <Popover className={menu.popover ?? ""} data-wide="" {...place}>
          <ListBox<SelectOption>
            className={menu.list ?? ""}
            renderEmptyState={() => <p className={styles.empty}>{t("ui.list.empty")}</p>}
          >
            {(option) => (
              <ListBoxItem className={menu.item ?? ""} id={option.id} textValue={option.label}>
                <Text slot="label">{option.label}</Text>
                {option.description ? (
                  <Text className={field.hint ?? ""} slot="description">
                    {option.description}
                  </Text>
                ) : null}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaComboBox>
    </AriaLanguage>
  );
}
