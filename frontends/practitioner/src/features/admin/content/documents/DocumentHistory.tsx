import { useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import type { DocumentJson } from "@kajo/shared/rpc";
import { DrawnVersion } from "../../publication/DrawnVersion";
import { History } from "../../publication/History";
import { useRollBack } from "../../publication/use-roll-back";
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
  const [send] = useRollBackDocumentMutation();
  const rollBack = useRollBack(send);
  const { documentId = "", publishedVersion: inForce = 0, hasDraft = false, version = "0" } = kept;
  const query = useListDocumentVersionsInfiniteQuery(documentId);
  return (
    <History
      hasDraft={hasDraft}
      inForce={inForce}
      none={t("documents.history.none")}
      rollBack={(publishedVersion) => rollBack({ documentId, publishedVersion, version })}
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
