import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import type { DifferingTextJson } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, DataTable, Row } from "@kajo/shared/ui";
import { useState } from "react";
import styles from "./Differing.module.css";
import { useTextName } from "./use-sync-text";

interface DifferingProps {
  readonly differing: readonly DifferingTextJson[];
  readonly canTake: boolean;
  readonly isPending: boolean;
  readonly onTake: (fields: readonly string[]) => Promise<void>;
}

/** What the source says otherwise than it is written here, side by side; each text can be taken, or all of them. */
export function Differing({ differing, canTake, isPending, onTake }: DifferingProps) {
  const t = useText();
  const textName = useTextName();
  const [asked, setAsked] = useState<readonly string[]>();
  const nameOf = ({ field = "" }: DifferingTextJson) => textName(field);
  const text = (row: DifferingTextJson, shown: string | undefined) =>
    shown ? (
      <span className={styles.text} lang={langOf(row)}>
        {shown}
      </span>
    ) : (
      t("integrations.differing.empty")
    );
  return (
    <>
      <h3>{t("integrations.differing")}</h3>
      <p>{t("integrations.differing.text")}</p>
      <DataTable
        caption={t("integrations.differing")}
        columns={[
          { id: "field", label: t("integrations.differing.field"), cell: nameOf },
          { id: "here", label: t("integrations.differing.here"), cell: (row) => text(row, row.here) },
          { id: "source", label: t("integrations.differing.source"), cell: (row) => text(row, row.atSource) },
          ...(canTake
            ? [
                {
                  id: "take",
                  label: t("integrations.differing.action"),
                  cell: (row: DifferingTextJson) => (
                    <Button
                      aria-label={t("integrations.take.named", { field: nameOf(row) })}
                      isDisabled={isPending}
                      kind="secondary"
                      onPress={() => setAsked([row.field ?? ""])}
                      small
                    >
                      {t("integrations.take")}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        rowKey={({ field = "" }) => field}
        rows={differing}
      />
      {canTake && differing.length > 1 ? (
        <Row>
          <Button
            isDisabled={isPending}
            kind="secondary"
            onPress={() => setAsked(differing.map(({ field = "" }) => field))}
          >
            {t("integrations.take.all")}
          </Button>
        </Row>
      ) : null}
      <ConfirmDialog
        confirm={t("integrations.take.confirm")}
        isOpen={asked !== undefined}
        isPending={isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void onTake(asked ?? []).then(() => setAsked(undefined))}
        title={t("integrations.take.title")}
      >
        <p>{t("integrations.take.question", { fields: (asked ?? []).map(textName).join("; ") })}</p>
      </ConfirmDialog>
    </>
  );
}

/** In which language a text is, for whoever reads it aloud. */
function langOf({ field = "" }: DifferingTextJson): string | undefined {
  const code = field.split(".").find((part) => part in languageConfig);
  return code && languageConfig[code as Language].iso;
}
