import { useText } from "@kajo/shared/i18n";
import { Button, Row } from "@kajo/shared/ui";
import { Fragment, type ReactNode, useRef } from "react";
import { FieldGroup } from "./FieldGroup";

interface OneByOneProps<Item> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly value: readonly Item[];
  readonly onChange: (value: readonly Item[]) => void;
  /** What a new one begins with. */
  readonly fresh: Item;
  /** On the button that adds one. */
  readonly add: string;
  /** The fields of one, and the button that takes it away. */
  readonly children: (item: Item, set: (part: Partial<Item>) => void, index: number, remove: ReactNode) => ReactNode;
}

/** Exceptions of hours, added and taken away one by one. */
export function OneByOne<Item>({ label, hint, error, value, onChange, fresh, add, children }: OneByOneProps<Item>) {
  const t = useText();
  const adding = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    onChange(value.filter((_, at) => at !== index));
    // The button that had the focus goes.
    adding.current?.focus();
  };
  return (
    <FieldGroup error={error} hint={hint} label={label} optional>
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one has no other name until it is given a day
        <Fragment key={index}>
          {children(
            item,
            (part) => onChange(value.map((each, at) => (at === index ? { ...each, ...part } : each))),
            index,
            <Button kind="secondary" onPress={() => remove(index)}>
              {t("admin.exceptional.remove", { number: index + 1 })}
            </Button>,
          )}
        </Fragment>
      ))}
      <Row>
        <Button kind="secondary" onPress={() => onChange([...value, fresh])} ref={adding}>
          {add}
        </Button>
      </Row>
    </FieldGroup>
  );
}
