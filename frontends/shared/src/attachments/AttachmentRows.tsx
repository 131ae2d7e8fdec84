import { FileX } from "lucide-react";
import { useText } from "../i18n";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { DownloadButton } from "./DownloadButton";
import styles from "./FileDrop.module.css";
import { FileName } from "./FileName";
import { ScanTag } from "./ScanTag";
import { sizeText } from "./size";
import { Thumbnail } from "./Thumbnail";

/** Only clean files can be fetched. */
export function AttachmentRows({ attachments }: { readonly attachments: readonly AttachmentJson[] }) {
  const t = useText();
  return (
    <ul aria-label={t("attachment.list")} className={styles.list}>
      {attachments.map((attachment) => (
        <li className={styles.row} key={attachment.attachmentId}>
          <div className={styles.what}>
            {attachment.hasThumbnail ? <Thumbnail attachment={attachment} /> : null}
            {attachment.scanState === "SCAN_STATE_CLEAN" ? (
              <DownloadButton attachment={attachment} />
            ) : (
              <span className={styles.name}>
                <FileX aria-hidden="true" size={18} />
                <FileName name={attachment.fileName ?? ""} />
              </span>
            )}
            <span className={styles.hint}>{sizeText(t, Number(attachment.sizeBytes ?? 0))}</span>
            {attachment.scanState === "SCAN_STATE_CLEAN" ? null : <ScanTag state={attachment.scanState} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
