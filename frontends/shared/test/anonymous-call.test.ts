// @vitest-environment node
import { create } from "@bufbuild/protobuf";
import { afterEach, expect, it } from "vitest";
import { PublicFormService, rpc } from "../src/rpc";
import { grpcBaseQuery } from "../src/rpc/base-query";
import { GetPublicFormResponseSchema } from "../src/rpc/gen/kajo/survey/v1/public_form_pb";
import { showNobody, showPerson } from "../src/rpc/person";
import { fakeTransport } from "./fake-transport";

afterEach(showNobody);

/** The call as it leaves the base query: of somebody whose data the tab shows, and fetched anew by the app. */
async function callWith(options: { readonly credentials?: "omit" }) {
  showPerson("0190f5a0-0000-7000-8000-000000000001");
  const { transport, calls } = fakeTransport(() => create(GetPublicFormResponseSchema));
  const api = {
    extra: { transport, language: "fi", expectsSession: true, wait: async () => {} },
    type: "query",
    forced: true,
    signal: new AbortController().signal,
  };
  const call = rpc(PublicFormService.method.getPublicForm).query({ urlTail: "palaute" });
  await grpcBaseQuery(call, api as never, options);
  return calls[0]?.options;
}

it("SUR-07 says nothing of who calls where a call is to say nothing", async () => {
  const options = await callWith({ credentials: "omit" });
  expect(options?.credentials).toBe("omit");
  expect(Object.keys(options?.metadata ?? {}).toSorted()).toEqual([
    "X-DigitalPlatformAuthorization",
    "accept-language",
    "traceparent",
  ]);
});

it("says it of every other call", async () => {
  const options = await callWith({});
  expect(options).not.toHaveProperty("credentials");
  expect(options?.metadata).toMatchObject({
    "x-kajo-person": "0190f5a0-0000-7000-8000-000000000001",
    "x-kajo-background": "1",
  });
});
