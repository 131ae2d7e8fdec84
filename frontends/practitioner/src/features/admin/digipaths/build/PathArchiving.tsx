import { useText } from "@kajo/shared/i18n";
import type { PathJson } from "@kajo/shared/rpc";
import { Archiving } from "../../publication/Archiving";
import { useArchivePathMutation, useRestorePathMutation } from "../api";

/** Puts a path away, or takes it back, after a question. */
export function PathArchiving({ path }: { readonly path: PathJson }) {
  const t = useText();
  const [archive] = useArchivePathMutation();
  const [restore] = useRestorePathMutation();
  const { pathId = "", archived = false, details } = path;
  const name = details?.name?.fi || t("digipaths.unnamed");
  return (
    <Archiving
      archive={archive}
      archived={archived}
      done={t(archived ? "pathEditor.restored" : "pathEditor.archived")}
      label={t(archived ? "pathEditor.restore" : "pathEditor.archive")}
      question={t(archived ? "pathEditor.restore.question" : "pathEditor.archive.question", { name })}
      request={{ pathId }}
      restore={restore}
    />
  );
}
