import { Paperclip, X } from "lucide-react";
import { Button, DropZone, FileTrigger, isFileDropItem, ProgressBar } from "react-aria-components";
import { useFailureText } from "../errors";
import { useText } from "../i18n";
import button from "../ui/Button.module.css";
import styles from "./FileDrop.module.css";
import type { AttachmentLimits } from "./limits";
import { ScanTag } from "./ScanTag";
import { sizeText } from "./size";
import type { Upload, Uploads } from "./use-uploads";

export interface FileDropProps {
  readonly uploads: Uploads;
  readonly limits: AttachmentLimits;
}

/** Choosing, dropping, watching and taking back the files of a message. */
export function FileDrop({ uploads, limits }: FileDropProps) {
  const t = useText();
  const failureText = useFailureText();
  const allowed = limits.allowedExtensions ?? [];
  return (
    <div className={styles.room}>
      <DropZone
        className={styles.zone ?? ""}
        onDrop={async (event) => {
          const items = event.items.filter(isFileDropItem);
          uploads.add(await Promise.all(items.map((item) => item.getFile())));
        }}
      >
        <FileTrigger
          acceptedFileTypes={[...allowed]}
          allowsMultiple
          onSelect={(files) => uploads.add(Array.from(files ?? []))}
        >
          <Button className={button.button ?? ""} data-kind="secondary">
            <Paperclip aria-hidden="true" size={18} />
            {t("attachment.add")}
          </Button>
        </FileTrigger>
        <span className={styles.hint}>
          {t("attachment.limits", {
            count: limits.maxAttachments ?? 0,
            max: limits.maxAttachmentMegabytes ?? 0,
            allowed: allowed.join(", "),
          })}
        </span>
      </DropZone>
      {uploads.refusal ? (
        <p className={styles.problem} role="alert">
          {failureText(uploads.refusal)}
        </p>
      ) : null}
      {uploads.items.length > 0 ? (
        <ul aria-label={t("attachment.list")} className={styles.list}>
          {uploads.items.map((item) => (
            <UploadRow item={item} key={item.id} onRemove={() => uploads.remove(item.id)} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function UploadRow({ item, onRemove }: { readonly item: Upload; readonly onRemove: () => void }) {
  const t = useText();
  const failureText = useFailureText();
  const travelling = !item.attachment && !item.failure;
  return (
    <li className={styles.row} data-bad={item.failure ? "" : undefined}>
      <div className={styles.what}>
        <span className={styles.name}>{item.name}</span>
        <span className={styles.hint}>{sizeText(t, item.size)}</span>
        {item.attachment ? <ScanTag state={item.attachment.scanState} /> : null}
        {travelling ? (
          <ProgressBar
            aria-label={t("attachment.uploading", { name: item.name })}
            className={styles.progress ?? ""}
            value={item.progress * 100}
          >
            {({ percentage }) => (
              <progress aria-hidden="true" className={styles.bar} max={100} value={percentage ?? 0} />
            )}
          </ProgressBar>
        ) : null}
        {item.failure ? (
          <span className={styles.problem} role="alert">
            {failureText(item.failure)}
          </span>
        ) : null}
      </div>
      <Button
        aria-label={t("attachment.remove", { name: item.name })}
        className={styles.remove ?? ""}
        onPress={onRemove}
      >
        <X aria-hidden="true" size={18} />
      </Button>
    </li>
  );
}
