import { reasonTexts } from "../i18n/parts";
import type { RpcFailure } from "./failure";

/** The failure, once the texts that say why are there. */
export async function explained(failure: RpcFailure): Promise<RpcFailure> {
  if (failure.reason !== undefined || failure.fields.length > 0) await reasonTexts();
  return failure;
}
