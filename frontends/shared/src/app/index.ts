export { bootApp } from "./boot";
export { CallContextProvider, useCallContext } from "./call-context";
export { Frame } from "./frame/Frame";
export type { NavigationItem } from "./frame/MainNavigation";
export type { UserLink } from "./frame/UserMenu";
export { RequireSession } from "./RequireSession";
export { type AppState, type AppStore, createAppStore } from "./store";
export { applyLook, type Contrast, contrasts, currentLook, type Look, saveLook, type Theme, themes } from "./theme";
