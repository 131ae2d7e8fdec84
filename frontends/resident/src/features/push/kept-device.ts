/** Which of the devices this browser is, as the service calls it: since it was switched on here last, by whomever. */
import { inBrowser } from "@kajo/shared/storage";
import { useSyncExternalStore } from "react";

const name = "kajo.push.device";

/** Who draws by it in this tab. */
const drawing = new Set<() => void>();

export function keepDevice(deviceId: string): void {
  inBrowser.set(name, deviceId);
  for (const draw of drawing) draw();
}

export function forgetDevice(): void {
  inBrowser.remove(name);
  for (const draw of drawing) draw();
}

function subscribe(draw: () => void): () => void {
  drawing.add(draw);
  const unsubscribe = inBrowser.subscribe(name, draw);
  return () => {
    drawing.delete(draw);
    unsubscribe();
  };
}

export const useKeptDevice = () => useSyncExternalStore(subscribe, () => inBrowser.get(name));
