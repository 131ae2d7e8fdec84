import { dateTimeText, LocalizedLine, useLanguage, useText } from "@kajo/shared/i18n";
import type { TaskJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { StatusTag } from "@kajo/shared/ui";
import { Paperclip } from "lucide-react";
import { Called } from "../conversation/Called";
import { kindTexts } from "../conversation/kinds";
import { NonDisclosure } from "../non-disclosure/NonDisclosure";
import type { InboxTab } from "./search";
import { shortTime } from "./short-time";
import styles from "./TaskList.module.css";

export interface TaskRowProps {
  readonly task: TaskJson;
  readonly tab: InboxTab | undefined;
  readonly isOpen: boolean;
  readonly onOpen: (conversationId: string) => void;
}

export function TaskRow({ task, tab, isOpen, onOpen }: TaskRowProps) {
  const t = useText();
  const language = useLanguage();
  const { data: session } = useGetSessionQuery();
  const unread = task.unread ?? 0;
  const colleague = task.ownerId === session?.user.personId ? undefined : task.ownerName;
  const at = task.lastActivityAt ? new Date(task.lastActivityAt) : undefined;
  const hasEnded = task.state === "CONVERSATION_STATE_ENDED";
  // Both lie in Done: what one has marked oneself goes on for others, what has ended does not.
  const isOwnMark = tab === "done" && !hasEnded;
  const kind = kindTexts[task.kind ?? "CONVERSATION_KIND_UNSPECIFIED"];
  return (
    <button
      aria-current={isOpen || undefined}
      className={styles.task}
      data-task={task.conversationId}
      data-unread={unread > 0 || undefined}
      onClick={() => onOpen(task.conversationId ?? "")}
      type="button"
    >
      <span className={styles.topic}>
        <Called of={task} />
      </span>
      <span className={styles.side}>
        {task.hasAttachments ? <Paperclip aria-label={t("inbox.attachments")} role="img" size={16} /> : null}
        {at ? (
          <time dateTime={task.lastActivityAt} title={dateTimeText(language, at)}>
            {shortTime(language, at)}
          </time>
        ) : null}
      </span>
      <span className={styles.about}>
        {/* What has no topic is called as its queue is, and that stands above. */}
        <LocalizedLine first={task.residentName} texts={[task.topic ? task.subcategoryName : task.categoryName]} />
      </span>
      {task.residentNonDisclosure || kind || unread > 0 || colleague || hasEnded || isOwnMark ? (
        <span className={styles.tags}>
          {task.residentNonDisclosure ? <NonDisclosure /> : null}
          {unread > 0 ? <StatusTag tone="info">{t("inbox.unread", { n: unread })}</StatusTag> : null}
          {hasEnded ? <StatusTag>{t("inbox.ended")}</StatusTag> : null}
          {isOwnMark ? <StatusTag tone="success">{t("inbox.ownDone")}</StatusTag> : null}
          {kind ? <StatusTag tone="warning">{t(kind)}</StatusTag> : null}
          {colleague ? <StatusTag>{colleague}</StatusTag> : null}
        </span>
      ) : null}
    </button>
  );
}
