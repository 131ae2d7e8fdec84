/** A refusal as a service sends it. */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { ErrorInfoSchema, StatusSchema } from "../src/rpc/gen/google/rpc/details_pb";
import { CallError, Code } from "../src/rpc/transport";

export function refused(reason: string, metadata: Readonly<Record<string, string>> = {}): CallError {
  const code = Code.failedPrecondition;
  const value = toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason, metadata }));
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.ErrorInfo", value }];
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}
