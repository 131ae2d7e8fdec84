import { useState } from "react";
import { Intent, type IntentStorage } from "./intent";

/** One intent for as long as the component lives. */
export function useIntent(storage?: IntentStorage): Intent {
  const [intent] = useState(() => new Intent(storage));
  return intent;
}
