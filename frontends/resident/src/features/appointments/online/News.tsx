import { useText } from "@kajo/shared/i18n";
import type { SpanJson } from "@kajo/shared/rpc";
import { Banner, VisuallyHidden } from "@kajo/shared/ui";
import { useEffect, useRef } from "react";
import { useWhen } from "../words";
import type { Remote, Standing } from "./standing";

export interface NewsProps {
  readonly appointment: Remote & { readonly cancelReason?: string };
  readonly standing: Standing;
  /** When it was to be when the page was opened. */
  readonly before: SpanJson | undefined;
  /** One is in its call, where the focus stays. */
  readonly isInCall: boolean;
  /** What else is to be said when it is over. */
  readonly overText?: string;
}

/** That it is cancelled, over or moved. What comes on an open page takes the focus, and in a call it is said beside it. */
export function News({ appointment, standing, before, isInCall, overText }: NewsProps) {
  const t = useText();
  const when = useWhen();
  const heading = useRef<HTMLHeadingElement>(null);
  const isMoved = before?.startsAt !== appointment.span?.startsAt;
  const title = newsOf(standing, isMoved);
  const text = title ? t(title) : "";
  const key = isMoved ? `${text} ${appointment.span?.startsAt}` : text;
  const known = useRef(key);
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    if (!isInCall) heading.current?.focus();
  }, [key, isInCall]);
  return (
    <>
      <VisuallyHidden role="status">{isInCall ? text : ""}</VisuallyHidden>
      {title ? (
        <Banner tone="info">
          <h2 ref={heading} tabIndex={-1}>
            {text}
          </h2>
          {title === "online.moved" ? (
            <>
              <p>{t("online.moved.to", { when: when(appointment.span) })}</p>
              <p>{t("appointment.step.before", { when: when(before) })}</p>
            </>
          ) : null}
          {title === "online.over" && overText ? <p>{overText}</p> : null}
          {standing === "cancelled" && appointment.cancelReason ? (
            <p>{t("appointment.state.reason", { reason: appointment.cancelReason })}</p>
          ) : null}
        </Banner>
      ) : null}
    </>
  );
}

function newsOf(standing: Standing, isMoved: boolean) {
  if (standing === "cancelled") return "appointment.state.cancelled";
  if (standing === "over") return "online.over";
  return isMoved ? "online.moved" : undefined;
}
