export { ChatQueueStatus } from "./ChatQueueStatus";
export { OpeningDays } from "./OpeningDays";
export { RegularHours } from "./RegularHours";
export { useRefetchAt } from "./use-refetch-at";
export { useStandingText } from "./use-standing";
export { useWhenText } from "./use-when-text";
