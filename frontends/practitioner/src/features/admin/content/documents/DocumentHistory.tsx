import { useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import { type DocumentJson, useIntent } from "@kajo/shared/rpc";
import { DrawnVersion } from "../../publication/DrawnVersion";
import { History, type RolledBack } from "../../publication/History";
import { VersionDialog } from "../../publication/VersionDialog";
import { useGetDocumentVersionQuery, useListDocumentVersionsInfiniteQuery, useRollBackDocumentMutation } from "./api";
import { DrawnAnnouncement } from "./DrawnAnnouncement";
import type { DocumentShape } from "./types";

interface DocumentHistoryProps {
  readonly type: DocumentShape;
  readonly kept: DocumentJson;
}

/** The published versions of a document. */
export function DocumentHistory({ type, kept }: DocumentHistoryProps) {
  const t = useText();
  const intent = useIntent();
  const [send] = useRollBackDocumentMutation();
  const { documentId = "", publishedVersion: inForce = 0, hasDraft = false, version = "0" } = kept;
  const query = useListDocumentVersionsInfiniteQuery(documentId);
  const rollBack = async (publishedVersion: number): Promise<RolledBack> => {
    const request = { documentId, publishedVersion, version };
    const { data, error } = await send({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return { error };
    intent.settle();
    return { becameDraft: data?.becameDraft ?? false };
  };
  return (
    <History
      hasDraft={hasDraft}
      inForce={inForce}
      none={t("documents.history.none")}
      rollBack={rollBack}
      versions={fromPages(query, (page) => page.versions)}
    >
      {(shown, onClose) => (
        <DocumentVersion documentId={documentId} onClose={onClose} publishedVersion={shown} type={type} />
      )}
    </History>
  );
}

interface DocumentVersionProps {
  readonly type: DocumentShape;
  readonly documentId: string;
  readonly publishedVersion: number;
  readonly onClose: () => void;
}

function DocumentVersion({ type: { tone }, documentId, publishedVersion, onClose }: DocumentVersionProps) {
  const query = useGetDocumentVersionQuery({ documentId, publishedVersion });
  return (
    <VersionDialog onClose={onClose} query={query} version={publishedVersion}>
      {({ title = "", text, linkText = "", linkUrl = "" }, iso) =>
        tone && text ? (
          <DrawnAnnouncement lang={iso} text={text} tone={tone} linkText={linkText} linkUrl={linkUrl} title={title} />
        ) : (
          <DrawnVersion lang={iso} text={text} title={title} />
        )
      }
    </VersionDialog>
  );
}
