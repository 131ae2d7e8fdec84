import { appConfig } from "../shared/vite/app-config.ts";

export default appConfig({ from: import.meta.url, port: 5174, platform: process.env.KAJO_PRACTITIONER_URL });
