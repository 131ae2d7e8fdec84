// @vitest-environment node
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { describe, expect, it } from "vitest";
import { messageIds } from "../src/errors/message";
import { failureOf } from "../src/rpc/failure-of";
import { BadRequestSchema, ErrorInfoSchema, StatusSchema } from "../src/rpc/gen/google/rpc/details_pb";
import { failureOfHttp } from "../src/rpc/json-call";
import { CallError } from "../src/rpc/transport";

const details = base64Encode(
  toBinary(
    StatusSchema,
    create(StatusSchema, {
      code: 3,
      message: "secret words of the server",
      details: [
        {
          typeUrl: "type.googleapis.com/google.rpc.ErrorInfo",
          value: toBinary(
            ErrorInfoSchema,
            create(ErrorInfoSchema, { reason: "too_long", domain: "kajo.conversations", metadata: { max: "4000" } }),
          ),
        },
        {
          typeUrl: "type.googleapis.com/google.rpc.BadRequest",
          value: toBinary(
            BadRequestSchema,
            create(BadRequestSchema, {
              fieldViolations: [{ field: "text", reason: "too_long", description: "secret" }],
            }),
          ),
        },
      ],
    }),
  ),
);

describe("a failed call", () => {
  it("tells reason, domain, arguments and fields, and the trace of the call", () => {
    expect(failureOf(new CallError(3, "secret", details), "trace-1")).toEqual({
      code: 3,
      reason: "too_long",
      domain: "kajo.conversations",
      params: { max: "4000" },
      fields: [{ field: "text", reason: "too_long" }],
      traceId: "trace-1",
    });
  });

  it("keeps no words of the server", () => {
    expect(JSON.stringify(failureOf(new CallError(3, "secret", details), "t"))).not.toContain("secret");
  });

  it.each([undefined, "", "not base64!", base64Encode(new Uint8Array([255, 255]))])(
    "is understood by its code alone when its details are %j",
    (broken) => {
      expect(failureOf(new CallError(14, "", broken), "t")).toMatchObject({ code: 14, params: {}, fields: [] });
    },
  );

  it("over JSON speaks the same words", () => {
    const body = JSON.stringify({
      reason: "file_too_large",
      domain: "kajo.conversations",
      params: { max: "10" },
      traceId: "s",
    });
    expect(failureOfHttp(413, body, "t")).toMatchObject({
      code: 8,
      reason: "file_too_large",
      params: { max: "10" },
      traceId: "s",
    });
    expect(failureOfHttp(502, "<html>", "t")).toMatchObject({ code: 14, traceId: "t" });
  });
});

describe("the text of a failure", () => {
  it("is the most exact one there is", () => {
    expect(messageIds({ code: 10, reason: "stale_version", domain: "kajo.conversations" })).toEqual([
      "error.kajo.conversations.stale_version",
      "error.reason.stale_version",
      "error.code.10",
      "error.unknown",
    ]);
    expect(messageIds({ code: 14 })).toEqual(["error.code.14", "error.unknown"]);
  });
});
