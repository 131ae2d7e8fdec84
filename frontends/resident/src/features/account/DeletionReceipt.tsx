import { save } from "@kajo/shared/files";
import { dateTimeText, dayText, useLanguage, useText } from "@kajo/shared/i18n";
import { PrintButton, PrintView } from "@kajo/shared/patterns";
import type { PendingDeletionJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Button, Card, Codes, Row, Stack } from "@kajo/shared/ui";
import { DeletionItems } from "./DeletionItems";
import styles from "./DeletionItems.module.css";
import type { Summed } from "./items";

/** What was asked for, to keep: on paper or as a file. Its number says nothing about the person. */
export function DeletionReceipt({
  deletion,
  items,
}: {
  readonly deletion: PendingDeletionJson;
  readonly items: Summed;
}) {
  const t = useText();
  const language = useLanguage();
  const { data: session } = useGetSessionQuery();
  const { receiptId = "", askedAt = "", dueAt = "" } = deletion;
  const facts = [
    `${t("account.receipt.number")}: ${receiptId}`,
    `${t("account.receipt.askedAt")}: ${dateTimeText(language, new Date(askedAt))}`,
    `${t("account.receipt.dueAt")}: ${dayText(language, new Date(dueAt))}`,
  ];
  const download = () => {
    const part = (title: string, lines: readonly string[]) => ["", title, ...lines.map((line) => `- ${line}`)];
    const text = [
      t("account.receipt"),
      "",
      ...facts,
      ...part(t("account.erased"), items.erased),
      ...part(t("account.kept"), items.kept),
    ];
    save(new Blob([`${text.join("\n")}\n`], { type: "text/plain;charset=utf-8" }), `${receiptId}.txt`);
  };
  return (
    <Stack gap="l">
      <PrintView name={session?.user.name.text ?? ""} title={t("account.receipt")}>
        <Stack gap="l">
          <Card>
            <div className={styles.facts}>
              {facts.map((fact) => (
                <p key={fact}>
                  <Codes>{fact}</Codes>
                </p>
              ))}
            </div>
          </Card>
          <DeletionItems {...items} />
        </Stack>
      </PrintView>
      <Row>
        <PrintButton />
        <Button kind="secondary" onPress={download}>
          {t("account.receipt.download")}
        </Button>
      </Row>
    </Stack>
  );
}
