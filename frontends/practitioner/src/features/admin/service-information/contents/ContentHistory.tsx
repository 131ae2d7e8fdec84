import { useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import { type ServiceContentJson, useIntent } from "@kajo/shared/rpc";
import { DrawnVersion } from "../../publication/DrawnVersion";
import { History, type RolledBack } from "../../publication/History";
import { VersionDialog } from "../../publication/VersionDialog";
import {
  useGetServiceContentVersionQuery,
  useListServiceContentVersionsInfiniteQuery,
  useRollBackServiceContentMutation,
} from "./api";

/** The published versions of a content. */
export function ContentHistory({ content }: { readonly content: ServiceContentJson }) {
  const t = useText();
  const intent = useIntent();
  const [send] = useRollBackServiceContentMutation();
  const { serviceContentId = "", publishedVersion: inForce = 0, hasDraft = false, version = "0" } = content;
  const query = useListServiceContentVersionsInfiniteQuery(serviceContentId);
  const rollBack = async (publishedVersion: number): Promise<RolledBack> => {
    const request = { serviceContentId, publishedVersion, version };
    const { data, error } = await send({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return { error };
    intent.settle();
    return { becameDraft: data?.becameDraft ?? false };
  };
  return (
    <History
      hasDraft={hasDraft}
      inForce={inForce}
      none={t("serviceContents.history.none")}
      rollBack={rollBack}
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
