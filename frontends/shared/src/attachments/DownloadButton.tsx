import { FileDown } from "lucide-react";
import { useState } from "react";
import { useFailureLine } from "../errors";
import { useLanguage } from "../i18n";
import type { RpcFailure } from "../rpc/failure";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { Button } from "../ui";
import { download } from "./download";
import styles from "./FileDrop.module.css";
import { FileName } from "./FileName";

/** The name of a file, pressed to fetch it; pressing again tries again. */
export function DownloadButton({ attachment }: { readonly attachment: AttachmentJson }) {
  const language = useLanguage();
  const failureLine = useFailureLine();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RpcFailure>();
  const fetchFile = async () => {
    setBusy(true);
    setFailure(undefined);
    setFailure(await download(attachment, language));
    setBusy(false);
  };
  return (
    <>
      <Button isPending={busy} kind="quiet" onPress={() => void fetchFile()} small>
        <FileDown aria-hidden="true" size={18} />
        <FileName name={attachment.fileName ?? ""} />
      </Button>
      {failure ? (
        <span className={styles.problem} role="alert">
          {failureLine(failure)}
        </span>
      ) : null}
    </>
  );
}
