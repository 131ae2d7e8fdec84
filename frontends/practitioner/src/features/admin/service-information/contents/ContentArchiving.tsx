import { useText } from "@kajo/shared/i18n";
import type { ServiceContentJson } from "@kajo/shared/rpc";
import { Archiving } from "../../publication/Archiving";
import { useArchiveServiceContentMutation, useRestoreServiceContentMutation } from "./api";

/** Puts a content away, or takes it back, after a question. */
export function ContentArchiving({ content }: { readonly content: ServiceContentJson }) {
  const t = useText();
  const [archive] = useArchiveServiceContentMutation();
  const [restore] = useRestoreServiceContentMutation();
  const { serviceContentId = "", archived = false, details } = content;
  const name = details?.name ?? "";
  return (
    <Archiving
      archive={archive}
      archived={archived}
      done={t(archived ? "serviceContents.restored" : "serviceContents.archived")}
      label={t(archived ? "serviceContents.restore" : "serviceContents.archive")}
      question={t(archived ? "serviceContents.restore.question" : "serviceContents.archive.question", { name })}
      request={{ serviceContentId }}
      restore={restore}
    />
  );
}
