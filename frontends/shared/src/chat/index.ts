export { useEndChatMutation } from "./api";
export { ChatComposer } from "./ChatComposer";
export { ChatThread } from "./ChatThread";
export { EndChatButton } from "./EndChatButton";
export { MessageFiles } from "./MessageFiles";
export { useChat } from "./use-chat";
export { useLinePlace } from "./use-line-place";
