/**
 * From a failure to texts of the catalogue: first what did not happen (`failed.<call>`), then why. The most exact reason
 * wins: `error.<domain>.<reason>`, then `error.reason.<reason>`, then `error.code.<n>`, then the one for the unknown. Text of
 * the server is never shown.
 */
import { useIntl } from "react-intl";
import { useReasonTexts } from "../i18n/parts";
import { isFault, isRpcFailure, type RpcFailure } from "../rpc/failure";
import { Code } from "../rpc/transport";

/** Ids of the reason to try, the best first. */
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

/** What did not happen: the text of the call, where it has one. */
export function useFailedText(): (error: unknown) => string | undefined {
  const intl = useIntl();
  return (error) => {
    const id = `failed.${asFailure(error).call}`;
    return id in intl.messages ? (intl.formatMessage({ id }) as string) : undefined;
  };
}

/**
 * What did not happen, and why: `const failureText = useFailureText(); failureText(error)`. `failed` says the first in words
 * of the place where it is shown, when those of the call do not fit there.
 */
export function useFailureText(): (error: unknown, failed?: string) => string {
  const intl = useIntl();
  const failedText = useFailedText();
  const askForReasons = useReasonTexts();
  return (error, failed = failedText(error)) => {
    const failure = asFailure(error);
    const id = messageIds(failure).find((candidate) => candidate in intl.messages) ?? "error.unknown";
    // What the server refuses comes with its reason; what was found here may come before it.
    if (failure.reason && !id.endsWith(`.${failure.reason}`)) askForReasons();
    const why = intl.formatMessage({ id }, { ...absent, ...failure.params }) as string;
    return failed ? `${failed} ${why}` : why;
  };
}

/** The same in one piece, for a toast or a line: what was our fault carries the code that finds its trace. */
export function useFailureLine(): (error: unknown) => string {
  const intl = useIntl();
  const failureText = useFailureText();
  return (error) => {
    const failure = asFailure(error);
    const text = failureText(failure);
    if (!isFault(failure) || failure.traceId === "") return text;
    return `${text} ${intl.formatMessage({ id: "errors.code" }, { code: failure.traceId }) as string}`;
  };
}

/** The arguments of one field's text: of several fields each has its own, under its name and a point. */
function paramsOf({ params }: RpcFailure, field: string): RpcFailure["params"] {
  const head = `${field}.`;
  const own = Object.entries(params).filter(([name]) => name.startsWith(head));
  return { ...params, ...Object.fromEntries(own.map(([name, value]) => [name.slice(head.length), value])) };
}

/** The text for one field of a failure, or undefined when the field is fine. */
export function useFieldText(): (error: unknown, field: string) => string | undefined {
  const intl = useIntl();
  const askForReasons = useReasonTexts();
  return (error, field) => {
    if (error === undefined) return undefined;
    const failure = asFailure(error);
    const found = failure.fields.find((candidate) => candidate.field === field);
    if (!found) return undefined;
    const ids = [`field.${field}.${found.reason}`, `field.${found.reason}`, `error.reason.${found.reason}`];
    const id = ids.find((each) => each in intl.messages);
    if (id === undefined) askForReasons();
    return intl.formatMessage({ id: id ?? "field.invalid" }, { ...absent, ...paramsOf(failure, field) }) as string;
  };
}
