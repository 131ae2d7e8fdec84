import { useState } from "react";
import { useText } from "../i18n";
import { Button, Dialog } from "../ui";
import { Icon } from "./Icon";
import { IconGrid } from "./IconGrid";
import styles from "./IconPicker.module.css";
import { useIconNames } from "./use-icon-names";

export interface IconPickerProps {
  readonly label: string;
  /** A name of the catalogue; undefined for none. */
  readonly value: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}

/** Chooses an icon for a category, a link, a service: by looking or by searching. */
export function IconPicker({ label, value, onChange }: IconPickerProps) {
  const t = useText();
  const names = useIconNames();
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const choose = (name: string | undefined) => {
    onChange(name);
    setOpen(false);
  };
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        <span className={styles.chosen}>
          {value ? <Icon name={value} /> : null}
          <span>{value ? (names?.own[value] ?? value) : t("icons.noIcon")}</span>
        </span>
        <Button kind="secondary" onPress={() => setOpen(true)} small>
          {t(value ? "icons.change" : "icons.choose")}
        </Button>
        {value ? (
          <Button kind="quiet" onPress={() => choose(undefined)} small>
            {t("icons.remove")}
          </Button>
        ) : null}
      </div>
      <Dialog
        actions={
          <Button kind="secondary" onPress={() => setOpen(false)}>
            {t("ui.cancel")}
          </Button>
        }
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        wide
      >
        <IconGrid chosen={value} onChoose={choose} onWords={setWords} words={words} />
      </Dialog>
    </fieldset>
  );
}
