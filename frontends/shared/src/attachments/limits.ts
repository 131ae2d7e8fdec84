/** The rules of CON-13, CON-15 that the browser can check itself; the server checks all of them again. */
import type { RpcFailure } from "../rpc/failure";
import { Code } from "../rpc/transport";

export interface AttachmentLimits {
  readonly maxAttachmentMegabytes?: number;
  readonly maxAttachments?: number;
  readonly allowedExtensions?: readonly string[];
  /** Pictures with more are made smaller before they are sent. */
  readonly maxPicturePixels?: number;
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

/** What holds for a file that was just chosen: a photograph may be too large now, and small enough once it is made smaller. */
export function beforeFitting(file: ChosenFile, limits: AttachmentLimits): AttachmentLimits {
  return [".jpg", ".jpeg"].includes(extensionOf(file.name)) ? { ...limits, maxAttachmentMegabytes: 0 } : limits;
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
