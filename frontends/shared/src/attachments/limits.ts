/** The rules of spec section 5 that the browser can check itself; the server checks all of them again. */
import type { RpcFailure } from "../rpc/failure";
import { Code } from "../rpc/transport";

export interface AttachmentLimits {
  readonly maxAttachmentMegabytes?: number;
  readonly maxAttachments?: number;
  readonly allowedExtensions?: readonly string[];
}

export interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/** The ending with its dot in lower case; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot).toLowerCase() : "";
}

/** What speaks against a file before it leaves the browser, in the words the server would use. */
export function problemWith(file: ChosenFile, limits: AttachmentLimits): RpcFailure | undefined {
  const { maxAttachmentMegabytes: megabytes, allowedExtensions: allowed } = limits;
  if (allowed && allowed.length > 0 && !allowed.includes(extensionOf(file.name))) {
    return refused("file_type_not_supported", { allowed: allowed.join(", ") });
  }
  if (file.size === 0) return refused("file_empty", {});
  if (megabytes && file.size > megabytes * 1024 * 1024) {
    return refused("file_too_large", { max: String(megabytes) });
  }
  return undefined;
}

export const tooManyReason = "too_many_attachments";

export function tooMany(max: number): RpcFailure {
  return refused(tooManyReason, { max: String(max) });
}

function refused(reason: string, params: Record<string, string>): RpcFailure {
  return { code: Code.invalidArgument, reason, params, fields: [], traceId: "" };
}
