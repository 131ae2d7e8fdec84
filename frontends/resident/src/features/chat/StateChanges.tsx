import { useStandingText } from "@kajo/shared/chat-queue";
import { localized, useLanguage } from "@kajo/shared/i18n";
import type { OfferedChatQueueJson } from "@kajo/shared/rpc";
import { VisuallyHidden } from "@kajo/shared/ui";
import { useEffect, useRef, useState } from "react";

/** Tells those who do not see it which queue has opened or shut while the page was open. */
export function StateChanges({ queues }: { readonly queues: readonly OfferedChatQueueJson[] | undefined }) {
  const language = useLanguage();
  const standingText = useStandingText();
  const before = useRef<ReadonlyMap<string, string | undefined>>(new Map());
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!queues) return;
    const changed = queues.filter(({ chatQueueId = "", standing }) => {
      const state = before.current.get(chatQueueId);
      return state !== undefined && state !== standing?.state;
    });
    before.current = new Map(queues.map(({ chatQueueId = "", standing }) => [chatQueueId, standing?.state]));
    if (changed.length === 0) return;
    setSaid(changed.map(({ name, standing }) => `${localized(language, name)}: ${standingText(standing)}`).join(". "));
  }, [queues, language, standingText]);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
