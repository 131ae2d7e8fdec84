import { Paperclip } from "lucide-react";
import { type ComponentType, type DragEvent, lazy, Suspense, useId, useRef, useState } from "react";
import { useText } from "../i18n";
import { Button } from "../ui";
import styles from "./FileDrop.module.css";
import type { AttachmentLimits } from "./limits";
import { isRetryable, type Upload, type Uploads } from "./use-uploads";

const UploadRow = lazy(() =>
  import("./UploadRow").then(
    (row) => ({ default: row.UploadRow }),
    () => ({ default: Name }),
  ),
);

const UploadGuard = lazy(async (): Promise<{ default: ComponentType }> => {
  // Without its code files are on their way all the same.
  const fetched = await import("./UploadGuard").catch(() => undefined);
  return { default: fetched?.UploadGuard ?? (() => null) };
});

export interface FileDropProps {
  readonly uploads: Uploads;
  readonly limits: AttachmentLimits;
  /** Among other buttons: files stand below the row, and what may go along is shown once there are some. */
  readonly inRow?: boolean;
}

/** Choosing, dropping, watching and taking back the files of a message. */
export function FileDrop({ uploads, limits, inRow = false }: FileDropProps) {
  const t = useText();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const hintId = useId();
  return (
    <div className={styles.room} data-in-row={inRow || undefined}>
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
          accept={limits.allowedExtensions?.join(",")}
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
        <Button aria-describedby={hintId} kind="secondary" onPress={() => input.current?.click()} ref={add}>
          <Paperclip aria-hidden="true" size={18} />
          {t("attachment.add")}
        </Button>
        {inRow ? null : <Limits id={hintId} limits={limits} />}
      </div>
      {uploads.busy ? (
        <Suspense>
          <UploadGuard />
        </Suspense>
      ) : null}
      {uploads.items.length > 0 ? (
        <ul aria-label={t("attachment.list")} className={styles.list}>
          {uploads.items.map((item) => (
            <Suspense fallback={<Name item={item} />} key={item.id}>
              <UploadRow
                item={item}
                onRemove={() => {
                  uploads.remove(item.id);
                  // The button that was pressed is gone with its row.
                  add.current?.focus();
                }}
                onRetry={isRetryable(item, uploads.room) ? () => uploads.retry(item) : undefined}
              />
            </Suspense>
          ))}
        </ul>
      ) : null}
      {/* The button is described by it also where it is not shown. */}
      {inRow ? <Limits hidden={uploads.items.length === 0} id={hintId} limits={limits} /> : null}
    </div>
  );
}

interface LimitsProps {
  readonly id: string;
  readonly limits: AttachmentLimits;
  readonly hidden?: boolean;
}

function Limits({ id, limits, hidden = false }: LimitsProps) {
  const t = useText();
  const { maxAttachments: count, maxAttachmentMegabytes: max, allowedExtensions = [] } = limits;
  // Only the server knows them: until it has said so there is nothing to tell.
  if (!count || !max) return null;
  return (
    <span className={styles.hint} hidden={hidden} id={id}>
      {t("attachment.limits", { count, max, allowed: allowedExtensions.join(", ") })}
    </span>
  );
}

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** As long as what shows the row is fetched. */
function Name({ item }: { readonly item: Upload }) {
  return <li className={styles.row}>{item.name}</li>;
}
