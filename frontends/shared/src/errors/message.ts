/**
 * From a failure to a text of the catalogue. The most exact text wins: `error.<domain>.<reason>`, then
 * `error.reason.<reason>`, then `error.code.<n>`, then the one for the unknown. Text of the server is never shown.
 */
import { useIntl } from "react-intl";
import { isRpcFailure, type RpcFailure } from "../rpc/failure";
import { Code } from "../rpc/transport";

/** Ids to try, the best first. */
export function messageIds(failure: Pick<RpcFailure, "code" | "reason" | "domain">): readonly string[] {
  const { code, reason, domain } = failure;
  return [
    ...(domain && reason ? [`error.${domain}.${reason}`] : []),
    ...(reason ? [`error.reason.${reason}`] : []),
    `error.code.${code}`,
    "error.unknown",
  ];
}

/** Arguments that a text may name although the server had nothing to say. */
const absent = { owner_name: "none", max: "none", allowed: "" };

/** What RTK Query hands out as an error, as a failure: ours, or one of a script that threw. */
export function asFailure(error: unknown): RpcFailure {
  return isRpcFailure(error) ? error : { code: Code.unknown, params: {}, fields: [], traceId: "" };
}

/** `const failureText = useFailureText(); failureText(error)` */
export function useFailureText(): (error: unknown) => string {
  const intl = useIntl();
  return (error) => {
    const failure = asFailure(error);
    const id = messageIds(failure).find((candidate) => candidate in intl.messages) ?? "error.unknown";
    return intl.formatMessage({ id }, { ...absent, ...failure.params }) as string;
  };
}

/** The text for one field of a failure, or undefined when the field is fine. */
export function useFieldText(): (error: unknown, field: string) => string | undefined {
  const intl = useIntl();
  return (error, field) => {
    if (error === undefined) return undefined;
    const failure = asFailure(error);
    const found = failure.fields.find((candidate) => candidate.field === field);
    if (!found) return undefined;
    const ids = [`field.${field}.${found.reason}`, `field.${found.reason}`, `error.reason.${found.reason}`];
    const id = ids.find((each) => each in intl.messages);
    return intl.formatMessage({ id: id ?? "field.invalid" }, { ...absent, ...failure.params }) as string;
  };
}
