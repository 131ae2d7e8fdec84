import { ExternalLink, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useFailureText, useLazyPart } from "../../errors";
import { useText } from "../../i18n";
import { VisuallyHidden } from "../../ui";
import type { Part } from "./find";
import styles from "./Links.module.css";
import { useLazyCheckLinkQuery } from "./link-api";

export interface WebLinkProps {
  readonly part: Part & { readonly kind: "web" };
  readonly conversationId: string;
  /** Place of its message in the thread. */
  readonly number: number;
  /** Known as possibly harmful already. */
  readonly isHarmful: boolean;
}

type State = "unasked" | "checking" | "harmful" | "unknown" | "failed";

/**
 * Leads out of the platform, in a tab of its own that learns nothing of this one. It has no address that a browser could follow by
 * itself: the server is asked about it each time, then the person, and nothing but the very address that was checked is opened (CON-16).
 */
export function WebLink({ part, conversationId, number, isHarmful }: WebLinkProps) {
  const t = useText();
  const failureText = useFailureText();
  const [ask, { error }] = useLazyCheckLinkQuery();
  const [state, setState] = useState<State>("unasked");
  const leave = useLazyPart(() => import("./LeaveDialog"));
  const { href, text, host } = part;
  const shown = host ? `${text} (${host})` : text;
  if (isHarmful || state === "harmful") {
    return (
      <>
        <span>{shown}</span> <Note text={t("thread.link.harmful")} tone="danger" />
      </>
    );
  }
  const open = async () => {
    if (state === "checking") return;
    setState("checking");
    const { data } = await ask({ conversationId, number: String(number), link: part.number });
    const isClean = data?.verdict === "LINK_VERDICT_CLEAN" && data.url === href;
    if (isClean) leave.ask();
    setState(data === undefined ? "failed" : isClean ? "unasked" : blocked(data.verdict));
  };
  return (
    <>
      <button
        aria-busy={state === "checking" || undefined}
        className={styles.link}
        onClick={() => void open()}
        type="button"
      >
        {shown}
        <ExternalLink aria-hidden="true" className={styles.out} size={14} />
        <VisuallyHidden> {t("thread.link.out")}</VisuallyHidden>
      </button>
      {state === "checking" ? <VisuallyHidden role="status"> {t("thread.link.checking")}</VisuallyHidden> : null}
      {state === "unknown" ? <Note text={t("thread.link.unknown")} tone="warning" /> : null}
      {state === "failed" ? <Note text={failureText(error)} tone="warning" /> : null}
      {leave.part ? <leave.part.LeaveDialog href={href} onClose={leave.close} /> : null}
    </>
  );
}

const blocked = (verdict: string | undefined): State => (verdict === "LINK_VERDICT_HARMFUL" ? "harmful" : "unknown");

function Note({ text, tone }: { readonly text: string; readonly tone: "danger" | "warning" }) {
  return (
    <span className={styles.note} data-tone={tone} role="alert">
      <TriangleAlert aria-hidden="true" size={16} />
      <span>{text}</span>
    </span>
  );
}
