/**
 * A command that still goes out while the page goes away: then every other call is cut. What it needs is made ready
 * beforehand, since nothing can be waited for at that moment; nobody is there any more to be told what came of it.
 */
import type { Language } from "../i18n";
import { metadataOf, type RpcCall } from "./base-query";
import { newTrace } from "./trace";

/** Answers with what sends it. The key of the intent makes it safe to send the same command as a call, too. */
export async function partingCall(call: RpcCall, language: Language): Promise<() => void> {
  const { fromJson, toBinary } = await import("./codec");
  const { method } = call;
  const url = `${window.location.origin}/${method.parent.typeName}/${method.name}`;
  const body = frame(toBinary(method.input, fromJson(method.input, call.request)));
  const headers = {
    ...metadataOf(call, language, newTrace().traceparent),
    "content-type": "application/grpc-web+proto",
    "x-grpc-web": "1",
  };
  return () => {
    fetch(url, { method: "POST", keepalive: true, headers, body }).catch(() => {});
  };
}

/** A flag, the length in four bytes, the message. */
function frame(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const framed = new Uint8Array(5 + message.length);
  new DataView(framed.buffer).setUint32(1, message.length);
  framed.set(message, 5);
  return framed;
}
