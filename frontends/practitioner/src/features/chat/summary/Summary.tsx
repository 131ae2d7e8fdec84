import { useEdit } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { UnsavedDialog, useKeptFocus, useUnsavedGuard } from "@kajo/shared/patterns";
import type { ChatSummaryJson, GetChatSummaryResponseJson } from "@kajo/shared/rpc";
import { VisuallyHidden } from "@kajo/shared/ui";
import { useEffect, useId, useRef } from "react";
import { useInPlace } from "../../editing/use-in-place";
import { AskForSummary } from "./AskForSummary";
import { ClearAtOnce } from "./ClearAtOnce";
import { FinishedSummary } from "./FinishedSummary";
import styles from "./Summary.module.css";
import { SummaryEditor } from "./SummaryEditor";
import type { SummaryPartProps } from "./SummaryPart";
import { failureText, summaryText } from "./words";

interface SummaryProps extends SummaryPartProps {
  readonly asked: GetChatSummaryResponseJson;
  /** What stands there may be out of date. */
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** A summary as it stands, or the way to one; while it is edited, its text. */
export function Summary({ chatId, messages, after, asked, isFetching, refetch }: SummaryProps) {
  const t = useText();
  const headingId = useId();
  const { summary, offered = false, textMaxChars = 0 } = asked;
  const heading = useRef<HTMLHeadingElement>(null);
  const rest = useRef<HTMLElement>(null);
  useEffect(() => {
    rest.current = heading.current ?? after.current;
  });
  // Buttons go with what they were for, also when a colleague or another window was faster.
  useKeptFocus(rest);

  const isDone = summary?.state === "CHAT_SUMMARY_STATE_DONE";
  const current = { text: summaryText(summary) };
  const version = summary?.version ?? "0";
  const edit = useEdit(`chat-summary.${chatId}`, current, version);
  const place = useInPlace(isDone && edit.isFound);
  // What was typed stays also when the summary has gone meanwhile.
  const isEditing = place.isOpen && (isDone || edit.isDirty);
  if (place.isOpen && !isEditing) place.close();
  const guard = useUnsavedGuard(isEditing && edit.isDirty, { onLeave: edit.forget });

  if (!summary && !offered && !isEditing) return null;
  return (
    <section aria-labelledby={headingId} className={styles.summary} data-row="chat-summary">
      <h3 className={styles.heading} id={headingId} ref={heading} tabIndex={-1}>
        {t("chatSummary.title")}
      </h3>
      {/* It stands there all the time: what comes to stand in it is read out. */}
      <div role="status">
        <Told summary={summary} />
      </div>
      {isEditing ? (
        <SummaryEditor
          chatId={chatId}
          current={current}
          edit={edit}
          maxChars={textMaxChars}
          onClose={place.close}
          onSaved={guard.release}
          refetch={refetch}
          version={version}
        />
      ) : summary && isDone ? (
        <FinishedSummary
          chatId={chatId}
          edit={place.button}
          isFetching={isFetching}
          messages={messages}
          onEdit={place.open}
          summary={summary}
        />
      ) : (
        <Unfinished chatId={chatId} isFetching={isFetching} offered={offered} summary={summary} />
      )}
      <UnsavedDialog guard={guard} />
    </section>
  );
}

/** How it stands. Where its text stands below, that is said to screen readers alone. */
function Told({ summary }: { readonly summary: ChatSummaryJson | undefined }) {
  const t = useText();
  if (!summary) return null;
  switch (summary.state) {
    case "CHAT_SUMMARY_STATE_CREATING":
      return <p>{t("chatSummary.creating")}</p>;
    case "CHAT_SUMMARY_STATE_DONE":
      return <VisuallyHidden>{t("chatSummary.ready")}</VisuallyHidden>;
    case "CHAT_SUMMARY_STATE_FAILED":
      return <p className={styles.failed}>{t(failureText(summary.failure))}</p>;
    case "CHAT_SUMMARY_STATE_REJECTED":
      return <p>{t("chatSummary.rejected")}</p>;
    default:
      return <p>{t("chatSummary.unknown")}</p>;
  }
}

interface UnfinishedProps extends Pick<SummaryProps, "chatId" | "isFetching"> {
  readonly summary: ChatSummaryJson | undefined;
  readonly offered: boolean;
}

/** What can be done where there is none to be read. */
function Unfinished({ chatId, summary, offered, isFetching }: UnfinishedProps) {
  const deed = { chatId, isFetching };
  if (!summary) return <AskForSummary {...deed} label="chatSummary.create" />;
  switch (summary.state) {
    case "CHAT_SUMMARY_STATE_CREATING":
      return <ClearAtOnce {...deed} isMade />;
    case "CHAT_SUMMARY_STATE_FAILED":
      return (
        <>
          {offered ? <AskForSummary {...deed} label="errors.retry" /> : null}
          <ClearAtOnce {...deed} />
        </>
      );
    case "CHAT_SUMMARY_STATE_REJECTED":
      return offered ? <AskForSummary {...deed} label="chatSummary.again" /> : null;
    default:
      return <ClearAtOnce {...deed} />;
  }
}
