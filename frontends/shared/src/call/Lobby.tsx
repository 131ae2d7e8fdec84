import { useText } from "../i18n";
import { Button, Row, Stack } from "../ui";
import { UnpluggedNotice } from "./DeviceNotices";
import { OwnPicture } from "./OwnPicture";
import type { Devices } from "./use-devices";

export interface LobbyProps {
  readonly devices: Devices;
  /** For what one waits. */
  readonly text: string;
  readonly onLeave: () => void;
}

/** Waits until one is in it. */
export function Lobby({ devices, text, onLeave }: LobbyProps) {
  const t = useText();
  return (
    <Stack width="text">
      <p role="status">{text}</p>
      <OwnPicture track={devices.video.track} />
      <UnpluggedNotice unplugged={devices.unplugged} />
      <Row>
        <Button kind="secondary" onPress={onLeave}>
          {t("call.leave")}
        </Button>
      </Row>
    </Stack>
  );
}
