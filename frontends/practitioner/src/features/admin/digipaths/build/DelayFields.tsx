import { useText } from "@kajo/shared/i18n";
import type { PathDelayJson } from "@kajo/shared/rpc";
import { Button } from "@kajo/shared/ui";
import { flushSync } from "react-dom";
import { SpanField } from "./SpanField";

interface DelayFieldsProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly label: string;
  readonly hint?: string;
  readonly add: string;
  readonly remove: string;
  readonly value: PathDelayJson | undefined;
  readonly onChange: (value: PathDelayJson | undefined, name?: string) => void;
}

/** A duration that need not be there: it is added, and taken out again. */
function Optional({ name, error, label, hint, add, remove, value, onChange }: DelayFieldsProps) {
  /** What is pressed goes, and what comes in its place has the focus. */
  const put = (next: PathDelayJson | undefined) => {
    flushSync(() => onChange(next));
    document.getElementsByName(name)[0]?.focus();
  };
  if (!value) {
    return (
      <div>
        <Button kind="secondary" name={name} onPress={() => put({ unit: "DELAY_UNIT_DAYS" })} small>
          {add}
        </Button>
      </div>
    );
  }
  return (
    <SpanField
      error={error}
      label={label}
      name={name}
      onChange={(next) => onChange(next, name)}
      removal={
        <Button kind="quiet" onPress={() => put(undefined)} small>
          {remove}
        </Button>
      }
      value={value}
      {...(hint ? { hint } : {})}
    />
  );
}

type OfStep = Pick<DelayFieldsProps, "name" | "error" | "value" | "onChange">;

/** How long after its condition a step is done. */
export function DelayFields(props: OfStep & { readonly hint: string }) {
  const t = useText();
  return (
    <Optional
      {...props}
      add={t("pathEditor.delay.add")}
      label={t("pathEditor.delay")}
      remove={t("pathEditor.delay.remove")}
    />
  );
}

/** How long a survey can be answered. */
export function WithinFields(props: OfStep) {
  const t = useText();
  return (
    <Optional
      {...props}
      add={t("pathEditor.within.add")}
      label={t("pathEditor.within")}
      remove={t("pathEditor.within.remove")}
    />
  );
}
