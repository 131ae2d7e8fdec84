import { type Call, CallStage, DevicePicker, type Devices, Lobby } from "../../src/call";
import { InvitationDialog } from "../../src/call/InvitationDialog";
import type { GalleryEntries } from "../entry";
import { longFinnish, nothing } from "../held";

const off = { isWanted: true, track: undefined, failure: undefined, deviceId: "" } as const;

const devices: Devices = {
  video: { ...off, deviceId: "front" },
  audio: { ...off, deviceId: "inner" },
  cameras: [
    { id: "front", label: "Etukamera" },
    { id: "other", label: "" },
  ],
  microphones: [{ id: "inner", label: "Sisäinen mikrofoni" }],
  speakers: [],
  isMuted: false,
  speakerId: "",
  isAsking: false,
  unplugged: undefined,
  localStream: undefined,
  start: nothing,
  stop: nothing,
  turn: nothing,
  mute: nothing,
  choose: nothing,
  chooseSpeaker: nothing,
  retry: nothing,
};

const troubled: Devices = {
  ...devices,
  video: { ...off, failure: "denied" },
  audio: { ...off, failure: "inUse" },
  cameras: [],
  microphones: [],
};

const call: Call = {
  phase: "in",
  state: "CALL_STATE_ON",
  presence: "CALL_PRESENCE_IN",
  end: undefined,
  participants: [
    { participantId: "own", own: true },
    { participantId: "other", name: "Liisa Virtanen", organiser: true },
  ],
  remoteStreams: new Map(),
  health: "poor",
  theirHealth: new Map([["other", "poor"]]),
  failure: undefined,
  elsewhere: false,
  connection: "connected",
  localStream: undefined,
  camera: { isOn: true, toggle: nothing },
  microphone: { isOn: false, toggle: nothing },
  devices,
  isEnding: false,
  hasEnded: false,
  isAdmitting: false,
  join: nothing,
  leave: nothing,
  prepare: nothing,
  endCall: nothing,
  admit: nothing,
};

export const entries: GalleryEntries = {
  CallStage: [
    { name: "poor, and somebody waits", element: <CallStage call={call} mayEnd waiting={["one"]} /> },
    {
      name: "no connection",
      element: (
        <CallStage call={{ ...call, connection: "failed" }} mayEnd phoneText="Soita 09 123 4567." waiting={[]} />
      ),
    },
  ],
  DevicePicker: [
    { name: "with devices", element: <DevicePicker devices={devices} onJoin={nothing} /> },
    { name: "denied and in use", element: <DevicePicker devices={troubled} onJoin={nothing} /> },
  ],
  InvitationDialog: [
    {
      name: "long name",
      covers: true,
      // Without an end: a picture of what counts down differs each time.
      element: <InvitationDialog callId="call" lapsesAt={undefined} name={longFinnish} />,
    },
  ],
  Lobby: [
    {
      name: "waiting",
      element: (
        <Lobby devices={devices} onLeave={nothing} text="Ammattilainen päästää sinut puheluun. Pidä tämä sivu auki." />
      ),
    },
  ],
};
