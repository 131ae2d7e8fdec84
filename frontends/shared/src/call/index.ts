export {
  callApi,
  useAdmitToCallMutation,
  useAnswerCallInvitationMutation,
  useEndCallMutation,
  useInviteToCallMutation,
} from "./api";
export { CallStage } from "./CallStage";
export { DevicePicker } from "./DevicePicker";
export { Lobby } from "./Lobby";
// The two that pages show come by themselves; all others are for who fetches them together.
export { CallPanel, InvitationDialog } from "./lazy-parts";
export { MeshTransport } from "./mesh";
export type { CallTransport, Connection, PeerStats } from "./transport";
export { type Call, useCall } from "./use-call";
export { type Devices, useDevices } from "./use-devices";
export { useCallEndText } from "./use-end-text";
