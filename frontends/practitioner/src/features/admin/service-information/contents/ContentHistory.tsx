import { useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import type { ServiceContentJson } from "@kajo/shared/rpc";
import { DrawnVersion } from "../../publication/DrawnVersion";
import { History } from "../../publication/History";
import { useRollBack } from "../../publication/use-roll-back";
import { VersionDialog } from "../../publication/VersionDialog";
import {
  useGetServiceContentVersionQuery,
  useListServiceContentVersionsInfiniteQuery,
  useRollBackServiceContentMutation,
} from "./api";

/** The published versions of a content. */
export function ContentHistory({ content }: { readonly content: ServiceContentJson }) {
  const t = useText();
  const [send] = useRollBackServiceContentMutation();
  const rollBack = useRollBack(send);
  const { serviceContentId = "", publishedVersion: inForce = 0, hasDraft = false, version = "0" } = content;
  const query = useListServiceContentVersionsInfiniteQuery(serviceContentId);
  return (
    <History
      hasDraft={hasDraft}
      inForce={inForce}
      none={t("serviceContents.history.none")}
      rollBack={(publishedVersion) => rollBack({ serviceContentId, publishedVersion, version })}
      versions={fromPages(query, (page) => page.versions)}
    >
      {(shown, onClose) => (
        <ContentVersion onClose={onClose} publishedVersion={shown} serviceContentId={serviceContentId} />
      )}
    </History>
  );
}

interface ContentVersionProps {
  readonly serviceContentId: string;
  readonly publishedVersion: number;
  readonly onClose: () => void;
}

function ContentVersion({ serviceContentId, publishedVersion, onClose }: ContentVersionProps) {
  const query = useGetServiceContentVersionQuery({ serviceContentId, publishedVersion });
  return (
    <VersionDialog onClose={onClose} query={query} version={publishedVersion}>
      {({ title = "", text }, iso) => <DrawnVersion lang={iso} text={text} title={title} />}
    </VersionDialog>
  );
}
