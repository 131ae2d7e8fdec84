import { useText } from "../i18n";
import { Button, Row, Stack } from "../ui";
import { UnpluggedNotice } from "./DeviceNotices";
import { OwnPicture } from "./OwnPicture";
import type { Devices } from "./use-devices";

export interface LobbyProps {
  readonly devices: Devices;
  readonly onLeave: () => void;
}

/** Waits until the professional admits one. */
export function Lobby({ devices, onLeave }: LobbyProps) {
  const t = useText();
  return (
    <Stack width="text">
      <p role="status">{t("call.lobby.text")}</p>
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
