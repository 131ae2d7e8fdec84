import { appConfig } from "../vite/app-config.ts";

export default appConfig({ from: import.meta.url, port: 5180, platform: undefined, textsByArea: false });
