import { type ReactNode, useState } from "react";

/** Keeps the value of a field, as a screen would. */
export function Held<T>({
  start,
  children,
}: {
  readonly start: T;
  readonly children: (value: T, change: (value: T) => void) => ReactNode;
}) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

export const nothing = () => {};

export const longFinnish = "Yhteydenottopyyntö hyvinvointialueen lastenneuvolan terveydenhoitajalle";
export const longSami = "Vuâsttaväʹlddmõʹšše da tiõrvâsvuõttkääzzkõõzzid kuulli õhttvuõđvaʹlddem";
