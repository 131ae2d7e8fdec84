export { liveSlice } from "./slice";
export { startLive } from "./start";
export { useLive } from "./use-live";
export { useWhisper } from "./use-whisper";
