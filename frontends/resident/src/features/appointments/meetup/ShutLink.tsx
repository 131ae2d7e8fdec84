import { useFailureText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner } from "@kajo/shared/ui";
import { useClockText } from "../online/use-clock-text";

export interface ShutLinkProps {
  readonly error: unknown;
  /** NaN: not told. */
  readonly until: number;
}

/** Wrong secrets have shut the link for some minutes; the page asks again by itself. */
export function ShutLink({ error, until }: ShutLinkProps) {
  const t = useText();
  const failureText = useFailureText();
  const clockText = useClockText();
  return (
    <Banner announce="alert" tone="warning">
      <p>{failureText(error)}</p>
      {Number.isFinite(until) ? <p>{t("meetup.shut", { time: clockText(new Date(until)) })}</p> : null}
    </Banner>
  );
}
