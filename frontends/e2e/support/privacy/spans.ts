/** The spans that the platform has sent so far, as far as a test asks for them (opentelemetry-proto, trace/v1/trace.proto). */
import { existsSync, readFileSync } from "node:fs";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { lengthPrefix, record } from "./record";

interface Span {
  readonly name: string;
  /** 16 hexadecimal digits, as in a `traceparent`. */
  readonly id: string;
  readonly parent: string;
  /** Those that are texts. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Numbers of the fields, by the message that has them. */
const request = { resourceSpans: 1 } as const;
const resourceSpans = { scopeSpans: 2 } as const;
const scopeSpans = { spans: 2 } as const;
const span = { traceId: 1, spanId: 2, parentSpanId: 4, name: 5, attributes: 9 } as const;
const keyValue = { key: 1, value: 2 } as const;
const anyValue = { string: 1 } as const;

/** What stands in a field of a message: its bytes, once for each time that it is there. */
function inField(message: Uint8Array, field: number): readonly Uint8Array[] {
  const reader = new BinaryReader(message);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === field && type === WireType.LengthDelimited) found.push(reader.bytes());
    else reader.skip(type, number);
  }
  return found;
}

function first(message: Uint8Array, field: number, encoding: "utf8" | "hex"): string {
  return Buffer.from(inField(message, field)[0] ?? []).toString(encoding);
}

function attributesOf(message: Uint8Array): Span["attributes"] {
  const texts = inField(message, span.attributes).flatMap((attribute) =>
    inField(attribute, keyValue.value)
      .flatMap((value) => inField(value, anyValue.string))
      .map((text) => [first(attribute, keyValue.key, "utf8"), Buffer.from(text).toString("utf8")] as const),
  );
  return Object.fromEntries(texts);
}

/** Messages one after the other, each with its length in front; the last one may still be on its way. */
function messages(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + lengthPrefix <= bytes.length; ) {
    const end = at + lengthPrefix + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) break;
    found.push(bytes.subarray(at + lengthPrefix, end));
    at = end;
  }
  return found;
}

/** The spans of a trace, by its 32 hexadecimal digits. */
export function spansOf(trace: string): readonly Span[] {
  if (!existsSync(record.spans)) return [];
  const id = Buffer.from(trace, "hex");
  return messages(readFileSync(record.spans))
    .filter((message) => message.includes(id))
    .flatMap((message) => inField(message, request.resourceSpans))
    .flatMap((resource) => inField(resource, resourceSpans.scopeSpans))
    .flatMap((scope) => inField(scope, scopeSpans.spans))
    .filter((each) => first(each, span.traceId, "hex") === trace)
    .map((each) => ({
      name: first(each, span.name, "utf8"),
      id: first(each, span.spanId, "hex"),
      parent: first(each, span.parentSpanId, "hex"),
      attributes: attributesOf(each),
    }));
}
