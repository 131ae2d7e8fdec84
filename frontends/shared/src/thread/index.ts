export {
  useGetConversationQuery,
  useGetMessageLimitsQuery,
  useMarkDoneMutation,
  useMarkReadMutation,
} from "./api";
export { daysOf } from "./days";
export { usePending, useSettle } from "./pending/use-pending";
export { ReplyBox } from "./ReplyBox";
export { Thread } from "./Thread";
export { Unsent, useUnsent } from "./Unsent";
export { useReadMarker } from "./use-read-marker";
