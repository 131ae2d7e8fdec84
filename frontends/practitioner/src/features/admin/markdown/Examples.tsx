import { LoadFailed } from "@kajo/shared/errors";
import { dotted, useText } from "@kajo/shared/i18n";
import { useCopy } from "@kajo/shared/patterns";
import { RichText } from "@kajo/shared/rich-text";
import type { RichTextJson } from "@kajo/shared/rpc";
import { Button, DataTable, Stack, type TableColumns } from "@kajo/shared/ui";
import { Copy } from "lucide-react";
import { useDrawRichTextQuery } from "../publication/api";
import { type Example, examples, joined, parted } from "./examples";
import styles from "./MarkdownGuide.module.css";

interface DrawnExample extends Example {
  /** Undefined until the server has drawn it. */
  readonly drawn: RichTextJson | undefined;
}

/** Each example as it is typed, and beside it as readers see it, drawn by the server. */
export function Examples() {
  const t = useText();
  const { data, error, isFetching, refetch } = useDrawRichTextQuery({
    markdown: joined(examples.map(({ typed }) => t(typed))),
  });
  const drawn = data?.richText ? parted(data.richText) : [];
  const rows: readonly DrawnExample[] = examples.map((example, index) => ({ ...example, drawn: drawn[index] }));
  const columns: TableColumns<DrawnExample> = [
    { id: "name", label: t("markdownGuide.column.name"), cell: ({ name }) => t(name) },
    {
      id: "typed",
      label: t("markdownGuide.column.typed"),
      cell: ({ typed, hint }) => (
        <div className={styles.typed}>
          <pre className={styles.markdown} translate="no">
            <code>{t(typed)}</code>
          </pre>
          <p className={styles.hint}>{t(hint)}</p>
        </div>
      ),
    },
    {
      id: "drawn",
      label: t("markdownGuide.column.drawn"),
      cell: ({ drawn: text }) => (text ? <RichText level={3} text={text} /> : null),
    },
    {
      id: "copy",
      label: t("markdownGuide.copy"),
      cell: ({ name, typed }) => <CopyExample markdown={t(typed)} name={t(name)} />,
    },
  ];
  return (
    <Stack>
      <h2>{t("markdownGuide.examples")}</h2>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      <DataTable
        caption={t("markdownGuide.examples")}
        columns={columns}
        isLoading={isFetching}
        rowKey={({ name }) => name}
        rows={rows}
      />
    </Stack>
  );
}

function CopyExample({ name, markdown }: { readonly name: string; readonly markdown: string }) {
  const t = useText();
  const copy = useCopy();
  const told = { copied: t("markdownGuide.copied"), notCopied: t("markdownGuide.notCopied") };
  return (
    <Button
      aria-label={dotted(t("markdownGuide.copy"), name)}
      kind="quiet"
      onPress={() => void copy(markdown, told)}
      small
    >
      <Copy aria-hidden="true" size={16} /> {t("markdownGuide.copy")}
    </Button>
  );
}
