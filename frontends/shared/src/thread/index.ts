export {
  threadApi,
  useGetConversationQuery,
  useMarkDoneMutation,
  useMarkReadMutation,
} from "./api";
export { daysOf } from "./days";
export { UndoableMessage } from "./first-message/UndoableMessage";
export { useSending } from "./first-message/use-sending";
export { messageApi, useGetMessageLimitsQuery } from "./message-api";
export { useFlushPending, usePending } from "./pending/use-pending";
export { ReplyBox } from "./ReplyBox";
export { Thread } from "./Thread";
export { Unsent, useUnsent } from "./Unsent";
export { useReadMarker } from "./use-read-marker";
export { isInside, type VisibilityChoice, type VisibilityLine } from "./visibility";
export type { Writing } from "./writing";
