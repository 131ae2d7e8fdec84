import { asFailure } from "@kajo/shared/errors";
import { Code } from "@kajo/shared/rpc";

/** Why no form can be opened at an address; undefined when that is not known, since asking for it has failed. */
export function whyNotThere(error: unknown): "closed" | "unknown" | undefined {
  const { code, reason } = asFailure(error);
  if (reason === "form_closed") return "closed";
  // What is too long to be a tail leads nowhere either.
  return reason === "not_found" || code === Code.notFound || code === Code.invalidArgument ? "unknown" : undefined;
}
