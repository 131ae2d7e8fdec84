import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { PageHeading, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useGetDocumentQuery, useListDocumentsQuery } from "./api";
import { DocumentEditor } from "./DocumentEditor";
import { type DocumentName, typeOf } from "./types";

/** The one document of a kind, also while nothing was written of it. */
export function DocumentPage({ name }: { readonly name: DocumentName }) {
  const t = useText();
  const { kind, title, text } = typeOf(name);
  return (
    <Stack gap="l">
      <PageHeading lead={t(text)} over={<Link to="/admin/content-management">{t("content.title")}</Link>}>
        {t(title)}
      </PageHeading>
      <QueryView query={useListDocumentsQuery({})}>
        {({ documents = [] }) => (
          <Kept documentId={documents.find((each) => each.kind === kind)?.documentId ?? ""} name={name} />
        )}
      </QueryView>
    </Stack>
  );
}

interface KeptProps {
  readonly name: DocumentName;
  readonly documentId: string;
}

function Kept({ name, documentId }: KeptProps) {
  return (
    <QueryView query={useGetDocumentQuery({ documentId })}>
      {({ document = {} }) => <DocumentEditor kept={document} name={name} />}
    </QueryView>
  );
}
