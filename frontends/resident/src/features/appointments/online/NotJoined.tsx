import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { Banner } from "@kajo/shared/ui";
import { useOpensText } from "./use-opens-text";

/** Why one could not come; too early, from when on one can. The button to try it again stands below. */
export function NotJoined({ error }: { readonly error: unknown }) {
  const failureLine = useFailureLine();
  const opensText = useOpensText();
  if (error === undefined) return null;
  const { reason, params } = asFailure(error);
  const opens = reason === "join_not_yet" ? new Date(params.opens_at ?? "") : undefined;
  return (
    <Banner announce="alert" tone={reason?.startsWith("join_") || reason === "link_shut" ? "warning" : "danger"}>
      <p>{failureLine(error)}</p>
      {opens && Number.isFinite(opens.getTime()) ? <p>{opensText(opens)}</p> : null}
    </Banner>
  );
}
