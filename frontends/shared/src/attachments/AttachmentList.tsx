import { lazy, Suspense } from "react";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";

export interface AttachmentListProps {
  readonly attachments: readonly AttachmentJson[];
}

const AttachmentRows = lazy(() =>
  import("./AttachmentRows").then(
    (rows) => ({ default: rows.AttachmentRows }),
    () => ({ default: Names }),
  ),
);

/** The files of a message. What fetches them comes with the first message that has some. */
export function AttachmentList(props: AttachmentListProps) {
  return (
    <Suspense fallback={<Names {...props} />}>
      <AttachmentRows {...props} />
    </Suspense>
  );
}

/** What there is, as long as it cannot be fetched. */
function Names({ attachments }: AttachmentListProps) {
  return <p>{attachments.map(({ fileName }) => fileName).join(", ")}</p>;
}
