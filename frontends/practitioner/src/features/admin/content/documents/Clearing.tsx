import { useText } from "@kajo/shared/i18n";
import { Button, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { emptied, type Values } from "./values";

interface ClearingProps {
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Empties every language at once, in the form alone, and brings the words back. */
export function Clearing({ values, onChange }: ClearingProps) {
  const t = useText();
  const toast = useToast();
  const [before, setBefore] = useState<Values>();
  const isEmpty = Object.values(values).every(
    ({ title, text, linkText, linkUrl }) => [title, text, linkText, linkUrl].join("") === "",
  );
  if (isEmpty && before === undefined) return null;
  const press = () => {
    onChange(isEmpty && before ? before : emptied);
    if (isEmpty) return;
    setBefore(values);
    toast("info", t("documents.cleared"));
  };
  return (
    <Button kind="secondary" onPress={press}>
      {t(isEmpty ? "documents.clear.undo" : "documents.clear")}
    </Button>
  );
}
