import type { ChatQueueStandingJson } from "../rpc";
import { StatusTag, VisuallyHidden } from "../ui";
import { useStandingWords } from "./use-standing";

/** Whether a queue is open, and in words until when, or when it opens next. */
export function ChatQueueStatus({ standing }: { readonly standing: ChatQueueStandingJson | undefined }) {
  const words = useStandingWords()(standing);
  if (!words) return null;
  return (
    <span>
      <StatusTag tone={words.tone} wraps>
        {words.state}
      </StatusTag>
      {words.more === undefined ? null : (
        <>
          {/* For those who see it the edge of the tag is the comma. */}
          <VisuallyHidden>{words.joint}</VisuallyHidden> <span>{words.more}</span>
        </>
      )}
    </span>
  );
}
