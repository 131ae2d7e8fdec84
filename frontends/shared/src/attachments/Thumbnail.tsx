import { useText } from "../i18n";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import styles from "./FileDrop.module.css";
import { useGetThumbnailQuery } from "./thumbnail-api";

/** A picture of a message, made small. Whatever stands in its way, the file can be fetched beside it. */
export function Thumbnail({ attachment }: { readonly attachment: AttachmentJson }) {
  const t = useText();
  const { data, isError } = useGetThumbnailQuery({ attachmentId: attachment.attachmentId ?? "" });
  if (isError) return null;
  return (
    <span className={styles.picture}>
      {data?.jpeg ? (
        <img
          alt={t("attachment.thumbnail", { name: attachment.fileName ?? "" })}
          className={styles.thumbnail}
          src={`data:image/jpeg;base64,${data.jpeg}`}
        />
      ) : null}
    </span>
  );
}
