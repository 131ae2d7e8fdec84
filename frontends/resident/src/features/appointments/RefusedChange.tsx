import { asFailure } from "@kajo/shared/errors";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { CallUs } from "./CallUs";
import type { ChangeBarProps } from "./ChangeBar";

const late = { move: "appointment.move.late", cancel: "appointment.cancel.late" } as const;

export interface RefusedChangeProps extends Pick<ChangeBarProps, "kind"> {
  readonly error: unknown;
  /** Whom to call where the refusal names nobody. */
  readonly phone: string | undefined;
}

/** Until when it would have been possible, and whom to call, where a change was refused for that; nothing after other failures. */
export function RefusedChange({ kind, error, phone }: RefusedChangeProps) {
  const t = useText();
  const language = useLanguage();
  const { reason, params } = asFailure(error);
  if (!["too_late", "not_cancelable", "not_reschedulable"].includes(reason ?? "")) return null;
  return (
    <>
      {params.until ? <p>{t(late[kind], { when: dateTimeText(language, new Date(params.until)) })}</p> : null}
      <p>
        <CallUs phone={params.phone || phone} />
      </p>
    </>
  );
}
