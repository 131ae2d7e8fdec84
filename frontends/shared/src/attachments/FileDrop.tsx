import { Paperclip, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useFailureLine, useFailureText } from "../errors";
import { useText } from "../i18n";
import { Button } from "../ui";
import styles from "./FileDrop.module.css";
import type { AttachmentLimits } from "./limits";
import { ScanTag } from "./ScanTag";
import { sizeText } from "./size";
import { isRetryable, type Upload, type Uploads } from "./use-uploads";

export interface FileDropProps {
  readonly uploads: Uploads;
  readonly limits: AttachmentLimits;
}

/** Choosing, dropping, watching and taking back the files of a message. */
export function FileDrop({ uploads, limits }: FileDropProps) {
  const t = useText();
  const failureText = useFailureText();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const allowed = limits.allowedExtensions ?? [];
  return (
    <div className={styles.room}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
      <div
        className={styles.zone}
        data-drop-target={over || undefined}
        onDragLeave={() => setOver(false)}
        onDragOver={(event) => {
          if (!holdsFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDrop={(event) => {
          if (!holdsFiles(event)) return;
          event.preventDefault();
          setOver(false);
          uploads.add([...event.dataTransfer.files]);
        }}
      >
        <input
          accept={allowed.join(",")}
          aria-label={t("attachment.add")}
          hidden
          multiple
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])]);
            // The same file may be chosen again after it was taken back.
            event.target.value = "";
          }}
          ref={input}
          type="file"
        />
        <Button kind="secondary" onPress={() => input.current?.click()}>
          <Paperclip aria-hidden="true" size={18} />
          {t("attachment.add")}
        </Button>
        <span className={styles.hint}>
          {t("attachment.limits", {
            count: limits.maxAttachments ?? 0,
            max: limits.maxAttachmentMegabytes ?? 0,
            allowed: allowed.join(", "),
          })}
        </span>
      </div>
      {uploads.refusal ? (
        <p className={styles.problem} role="alert">
          {failureText(uploads.refusal)}
        </p>
      ) : null}
      {uploads.items.length > 0 ? (
        <ul aria-label={t("attachment.list")} className={styles.list}>
          {uploads.items.map((item) => (
            <UploadRow
              item={item}
              key={item.id}
              onRemove={() => uploads.remove(item.id)}
              onRetry={() => uploads.retry(item)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

interface UploadRowProps {
  readonly item: Upload;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

function UploadRow({ item, onRemove, onRetry }: UploadRowProps) {
  const t = useText();
  const failureLine = useFailureLine();
  const travelling = !item.attachment && !item.failure;
  return (
    <li className={styles.row} data-bad={item.failure ? "" : undefined}>
      <div className={styles.what}>
        <span className={styles.name}>{item.name}</span>
        <span className={styles.hint}>{sizeText(t, item.size)}</span>
        {item.attachment ? <ScanTag state={item.attachment.scanState} /> : null}
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
        {isRetryable(item) ? (
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
