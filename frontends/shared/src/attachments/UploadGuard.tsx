import { useText } from "../i18n";
import { UnsavedDialog } from "../patterns/UnsavedDialog";
import { useUnsavedGuard } from "../patterns/use-unsaved-guard";

/** The words of a search that say what is written to, where one page is for several things. */
const names = ["conversation", "patient", "tab"];

/**
 * While files are on their way: asks before they are left behind, by a link, by going back, by another language, by signing out or by
 * closing the tab. Fetched with the first file.
 */
export function UploadGuard() {
  const t = useText();
  const guard = useUnsavedGuard(true, { names });
  return <UnsavedDialog guard={guard} text={t("attachments.leaving")} />;
}
