/** Takes the spans of the platform in, as a collector of OpenTelemetry would (OTLP over gRPC), and keeps their bytes. */
import { appendFileSync, mkdirSync } from "node:fs";
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { lengthPrefix, record } from "./record";

/** An empty message with its length in front: the whole answer to an export. */
const empty = Buffer.alloc(5);

const isWhole = (message: Buffer) =>
  message.length >= lengthPrefix && message.length === lengthPrefix + message.readUInt32BE(1);

function take(stream: ServerHttp2Stream): void {
  const parts: Buffer[] = [];
  stream.on("data", (bytes: Buffer) => parts.push(bytes));
  stream.on("end", () => {
    const message = Buffer.concat(parts);
    // A platform that is killed lets go in the middle of a call: what is kept stays readable, one whole message after the other.
    if (stream.destroyed || !isWhole(message)) return;
    appendFileSync(record.spans, message);
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => {
      if (!stream.destroyed) stream.sendTrailers({ "grpc-status": "0" });
    });
    stream.end(empty);
  });
  stream.on("error", () => stream.close());
}

export default async function collect(): Promise<(() => void) | undefined> {
  const endpoint = process.env.KAJO_OTLP_ENDPOINT;
  if (!endpoint) return;
  mkdirSync(record.folder, { recursive: true });
  const server = createServer();
  const open = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    open.add(session);
    session.on("close", () => open.delete(session));
  });
  server.on("stream", take);
  server.on("sessionError", () => undefined);
  await new Promise<void>((listening) => server.listen(Number(new URL(endpoint).port), "127.0.0.1", listening));
  return () => {
    for (const session of open) session.destroy();
    server.close();
  };
}
