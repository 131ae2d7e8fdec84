import { createContext, useContext } from "react";
import type { CallContext } from "../rpc/base-query";

const Context = createContext<CallContext | undefined>(undefined);

export const CallContextProvider = Context.Provider;

/** Transport and language of this app; given once at the root. */
export function useCallContext(): CallContext {
  const context = useContext(Context);
  if (!context) throw new Error("CallContextProvider is missing around this component");
  return context;
}
