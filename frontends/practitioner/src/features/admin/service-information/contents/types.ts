/** The six types of a content, by their names in the contract; the last one is said when nothing else is. */
import type { MessageId } from "@kajo/shared/i18n";
import type { ServiceContentTypeJson } from "@kajo/shared/rpc";

export const contentTypes = {
  SERVICE_CONTENT_TYPE_INFORMATION_KIT: "serviceContents.type.informationKit",
  SERVICE_CONTENT_TYPE_MESSAGE: "serviceContents.type.message",
  SERVICE_CONTENT_TYPE_OPERATING_INSTRUCTIONS: "serviceContents.type.operatingInstructions",
  SERVICE_CONTENT_TYPE_PREPARATION_INSTRUCTIONS: "serviceContents.type.preparationInstructions",
  SERVICE_CONTENT_TYPE_SELF_CARE_INSTRUCTIONS: "serviceContents.type.selfCareInstructions",
  SERVICE_CONTENT_TYPE_UNSPECIFIED: "serviceContents.type.unspecified",
} as const satisfies Record<ServiceContentTypeJson, MessageId>;

/** The contract leaves out what is not specified. */
export const unspecified = "SERVICE_CONTENT_TYPE_UNSPECIFIED";

export const isContentType = (name: unknown): name is ServiceContentTypeJson =>
  typeof name === "string" && name in contentTypes;
