import { X } from "lucide-react";
import { useFailureLine } from "../errors";
import { useText } from "../i18n";
import { Button } from "../ui";
import styles from "./FileDrop.module.css";
import { FileName } from "./FileName";
import { ScanTag } from "./ScanTag";
import { sizeText } from "./size";
import type { Upload } from "./use-uploads";

export interface UploadRowProps {
  readonly item: Upload;
  readonly onRemove: () => void;
  readonly onRetry: (() => void) | undefined;
}

/** A file on its way or arrived; fetched with the first one. */
export function UploadRow({ item, onRemove, onRetry }: UploadRowProps) {
  const t = useText();
  const failureLine = useFailureLine();
  const travelling = !item.attachment && !item.failure;
  return (
    <li className={styles.row} data-bad={item.failure ? "" : undefined}>
      <div className={styles.what}>
        <FileName name={item.name} />
        <span className={styles.hint}>{sizeText(t, item.size)}</span>
        {/* There from the start, so that what comes into it is said. */}
        <span role="status">{item.attachment ? <ScanTag state={item.attachment.scanState} /> : null}</span>
        {travelling ? (
          <progress
            aria-label={t("attachment.uploading", { name: item.name })}
            className={styles.progress}
            max={100}
            value={Math.round(item.progress * 100)}
          />
        ) : null}
        {item.failure ? (
          <span className={styles.problem} role="alert">
            {failureLine(item.failure)}
          </span>
        ) : null}
        {onRetry ? (
          <Button kind="secondary" onPress={onRetry} small>
            {t("errors.retry")}
          </Button>
        ) : null}
      </div>
      <button
        aria-label={t("attachment.remove", { name: item.name })}
        className={styles.remove}
        onClick={onRemove}
        type="button"
      >
        <X aria-hidden="true" size={18} />
      </button>
    </li>
  );
}
