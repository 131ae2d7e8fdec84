/** One upload to POST /api/attachments. XHR, because fetch tells nothing about progress. */
import { fromJsonString, toJson } from "@bufbuild/protobuf";
import { platformHeader } from "../rpc/base-query";
import { explained } from "../rpc/explained";
import type { RpcFailure } from "../rpc/failure";
import { type AttachmentJson, AttachmentSchema } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { failureOfHttp } from "../rpc/json-call";
import { personHeader } from "../rpc/person";
import { newTrace } from "../rpc/trace";
import { Code } from "../rpc/transport";
import { fitting } from "./fitting";
import { type AttachmentLimits, problemWith } from "./limits";

export interface UploadOptions {
  readonly file: File;
  readonly limits: AttachmentLimits;
  readonly language: string;
  readonly idempotencyKey: string;
  /** 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

const call = "UploadAttachment";

export type UploadResult = { readonly attachment: AttachmentJson } | { readonly failure: RpcFailure };

export async function upload(options: UploadOptions): Promise<UploadResult> {
  const file = await fitting(options.file, options.limits.maxPicturePixels);
  const failure = problemWith(file, options.limits);
  return failure ? { failure } : send({ ...options, file });
}

function send({ file, language, idempotencyKey, onProgress, signal }: UploadOptions): Promise<UploadResult> {
  const trace = newTrace();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = (code: number) => resolve({ failure: { code, call, params: {}, fields: [], traceId: trace.id } });
    request.open("POST", "/api/attachments");
    const headers = {
      ...platformHeader,
      ...personHeader(),
      "accept-language": language,
      "content-type": "application/octet-stream",
      "idempotency-key": idempotencyKey,
      traceparent: trace.traceparent,
      "X-Kajo-File-Name": encodeURIComponent(file.name),
    };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        const failure = { ...failureOfHttp(request.status, request.responseText, trace.id), call };
        void explained(failure).then((told) => resolve({ failure: told }));
        return;
      }
      try {
        const message = fromJsonString(AttachmentSchema, request.responseText, { ignoreUnknownFields: true });
        resolve({ attachment: toJson(AttachmentSchema, message) });
      } catch {
        fail(Code.internal);
      }
    };
    request.onerror = () => fail(Code.unavailable);
    request.onabort = () => fail(Code.cancelled);
    if (signal.aborted) {
      fail(Code.cancelled);
      return;
    }
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
