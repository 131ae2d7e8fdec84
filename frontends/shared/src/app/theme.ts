/**
 * How the app looks on this device. Kept in cookies, so that the gateway writes it into the page (shell.rs) and nothing
 * flashes; they hold no more than "dark" or "more".
 */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const contrasts = ["system", "normal", "more"] as const;
export type Contrast = (typeof contrasts)[number];

export interface Look {
  readonly theme: Theme;
  readonly contrast: Contrast;
}

const year = 365 * 24 * 60 * 60;

function cookie(name: string): string | undefined {
  const prefix = `${name}=`;
  return document.cookie
    .split("; ")
    .find((each) => each.startsWith(prefix))
    ?.slice(prefix.length);
}

export function currentLook(): Look {
  const theme = themes.find((each) => each === cookie("theme")) ?? "system";
  const contrast = contrasts.find((each) => each === cookie("contrast")) ?? "system";
  return { theme, contrast };
}

export function saveLook(look: Look): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  for (const [name, value] of Object.entries(look)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
    document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${value === "system" ? 0 : year}${secure}`;
  }
  applyLook(look);
}

const moreContrast = "(prefers-contrast: more)";

/** Writes the look onto the page, and follows the system where the person left it to that. */
export function applyLook({ theme, contrast }: Look = currentLook()): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  const more = contrast === "more" || (contrast === "system" && window.matchMedia(moreContrast).matches);
  if (more) dataset.contrast = "more";
  else delete dataset.contrast;
}

export function followSystem(): void {
  window.matchMedia(moreContrast).addEventListener("change", () => applyLook());
}
