import { appConfig } from "../shared/vite/app-config.ts";

export default appConfig({ from: import.meta.url, port: 5173, platform: process.env.KAJO_RESIDENT_URL });
