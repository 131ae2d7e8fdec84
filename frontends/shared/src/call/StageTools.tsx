import { Mic, MicOff, PhoneOff, Settings2, Video, VideoOff } from "lucide-react";
import { useState } from "react";
import { useText } from "../i18n";
import { Button, ConfirmDialog, Dialog, Row } from "../ui";
import { DeviceChoice, SpeakerChoice } from "./DeviceChoices";
import type { Call } from "./use-call";

export interface StageToolsProps {
  readonly call: Call;
  /** They may end it for everybody, and not only leave it. */
  readonly mayEnd: boolean;
}

/** The switches of a call, its devices, and the ways out of it. */
export function StageTools({ call, mayEnd }: StageToolsProps) {
  const t = useText();
  const [open, setOpen] = useState<"devices" | "end">();
  const close = () => setOpen(undefined);
  const { camera, microphone, devices } = call;
  return (
    <>
      <Row>
        {/* Its words stay, pressed or not: whether it is on is what `aria-pressed` says, and the picture. */}
        <Button
          aria-pressed={microphone.isOn}
          kind={microphone.isOn ? "primary" : "secondary"}
          onPress={microphone.toggle}
        >
          {microphone.isOn ? <Mic aria-hidden="true" size={20} /> : <MicOff aria-hidden="true" size={20} />}
          <span>{t("call.microphone")}</span>
        </Button>
        <Button aria-pressed={camera.isOn} kind={camera.isOn ? "primary" : "secondary"} onPress={camera.toggle}>
          {camera.isOn ? <Video aria-hidden="true" size={20} /> : <VideoOff aria-hidden="true" size={20} />}
          <span>{t("call.camera")}</span>
        </Button>
        <Button aria-haspopup="dialog" kind="secondary" onPress={() => setOpen("devices")}>
          <Settings2 aria-hidden="true" size={20} />
          <span>{t("call.devices")}</span>
        </Button>
        <Button kind="secondary" onPress={call.leave}>
          {t("call.leave")}
        </Button>
        {mayEnd ? (
          <Button isPending={call.isEnding} kind="danger" onPress={() => setOpen("end")}>
            <PhoneOff aria-hidden="true" size={20} />
            <span>{t("call.end")}</span>
          </Button>
        ) : null}
      </Row>
      <Dialog isOpen={open === "devices"} onClose={close} title={t("call.devices")}>
        <DeviceChoice devices={devices} kind="video" />
        <DeviceChoice devices={devices} kind="audio" />
        <SpeakerChoice devices={devices} />
      </Dialog>
      <ConfirmDialog
        confirm={t("call.end")}
        danger
        isOpen={open === "end"}
        onClose={close}
        onConfirm={() => {
          close();
          call.endCall();
        }}
        title={t("call.end.title")}
      >
        <p>{t("call.end.text")}</p>
      </ConfirmDialog>
    </>
  );
}
