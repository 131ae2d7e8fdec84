import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type LocalMedia, localMedia, type MediaView } from "./local-media";

export interface Devices extends MediaView, Omit<LocalMedia, "view" | "subscribe"> {
  /** What camera and microphone give at this moment. */
  readonly localStream: MediaStream | undefined;
}

/** The own camera and microphone, from now on as long as the component lives. */
export function useDevices(): Devices {
  const [media] = useState(localMedia);
  const view = useSyncExternalStore(media.subscribe, media.view);
  useEffect(() => {
    media.start();
    return () => media.stop();
  }, [media]);
  const { track: camera } = view.video;
  const { track: microphone } = view.audio;
  const localStream = useMemo(
    () => (camera || microphone ? new MediaStream([camera, microphone].flatMap((track) => track ?? [])) : undefined),
    [camera, microphone],
  );
  return { ...view, ...media, localStream };
}
