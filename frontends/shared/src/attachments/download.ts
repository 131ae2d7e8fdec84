/** One download of GET /api/attachments/{id}. Fetched by script: a plain link cannot carry the header that is asked for. */
import { save } from "../files";
import { platformHeader } from "../rpc/base-query";
import { explained } from "../rpc/explained";
import type { RpcFailure } from "../rpc/failure";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { failureOfHttp } from "../rpc/json-call";
import { personHeader } from "../rpc/person";
import { newTrace } from "../rpc/trace";
import { Code } from "../rpc/transport";

const call = "DownloadAttachment";

/** Hands the file to the browser to keep; what stood in the way otherwise. */
export async function download(attachment: AttachmentJson, language: string): Promise<RpcFailure | undefined> {
  const trace = newTrace();
  try {
    const answer = await fetch(`/api/attachments/${attachment.attachmentId}`, {
      headers: {
        ...platformHeader,
        ...personHeader(),
        "accept-language": language,
        traceparent: trace.traceparent,
      },
    });
    if (!answer.ok) return explained({ ...failureOfHttp(answer.status, await answer.text(), trace.id), call });
    save(await answer.blob(), attachment.fileName ?? "");
    return undefined;
  } catch {
    return { code: Code.unavailable, call, params: {}, fields: [], traceId: trace.id };
  }
}
