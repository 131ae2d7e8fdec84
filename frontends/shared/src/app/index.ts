export { bootApp } from "./boot";
export { CallContextProvider, useCallContext } from "./call-context";
export { Frame } from "./Frame";
export { RequireSession } from "./RequireSession";
export { type AppState, type AppStore, createAppStore } from "./store";
