import type { Plugin } from "vite";

/** A plugin of Vite for the app in this folder (text-parts.mjs). */
export function textParts(app: string): Plugin;
