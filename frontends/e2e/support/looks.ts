/** How people set up their browsers: large text, room between letters, no motion, colours of their own. */
import type { CDPSession, Page } from "playwright-core";

/** A window on a screen of 1280 × 1024 pixels, as wide as zooming leaves it. */
export interface Zoom {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** Zoomed to 200 % (WCAG 1.4.4), and to 400 % (1.4.10). */
export const twice: Zoom = { width: 640, height: 512, scale: 2 };
export const fourTimes: Zoom = { width: 320, height: 256, scale: 4 };

export async function zoom(page: Page, devtools: CDPSession, { width, height, scale }: Zoom): Promise<void> {
  const metrics = { width, height, deviceScaleFactor: scale, mobile: false };
  await devtools.send("Emulation.setDeviceMetricsOverride", metrics);
  await drawn(page);
}

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The room that WCAG 1.4.12 lets people give to text; undone by the answer. */
export async function spaceText(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
        "p { margin-block-end: 2em !important }",
    );
    document.adoptedStyleSheets.push(sheet);
  });
  return () =>
    page.evaluate(() => {
      document.adoptedStyleSheets.pop();
    });
}

/** What is lost to who looks at the page as it stands: beyond its edge, or cut off inside it. */
export function losses(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} px wider than the window`);
    const named = (element: Element) => `${element.tagName} "${element.textContent?.trim().slice(0, 40)}"`;
    // A table may be wider than the window, and is scrolled by itself.
    const scrolled = (element: Element): boolean => {
      for (let each = element.parentElement; each; each = each.parentElement) {
        if (["auto", "scroll"].includes(getComputedStyle(each).overflowX)) return true;
      }
      return false;
    };
    for (const element of document.querySelectorAll<HTMLElement>("#root *")) {
      const { width, height, left, right } = element.getBoundingClientRect();
      // Nobody sees or reaches it.
      if (element.closest("[inert]")) continue;
      // What is read out alone has one pixel.
      if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const isControl = element.matches("a[href], button, input, select, textarea");
      const style = getComputedStyle(element);
      if ((own || isControl) && (left < -1 || right > clientWidth + 1) && !scrolled(element)) {
        found.push(`${named(element)} lies beyond the edge, ${Math.round(left)} to ${Math.round(right)} px`);
      }
      const hidden = (axis: string) => axis === "hidden" || axis === "clip";
      const cut =
        (hidden(style.overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hidden(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
      if (cut && style.display !== "inline" && element.textContent?.trim()) found.push(`${named(element)} is cut off`);
    }
    return found;
  });
}

/** What moves for longer than a blink although the person wants no motion. */
export function motions(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const blinkMs = 10;
    const longest = (durations: string) =>
      Math.max(
        ...durations.split(",").map((each) => Number.parseFloat(each) * (each.trim().endsWith("ms") ? 1 : 1000)),
      );
    const found = new Set<string>();
    for (const element of document.querySelectorAll("*")) {
      for (const part of [undefined, "::before", "::after", "::backdrop"]) {
        const style = getComputedStyle(element, part);
        const animated = style.animationName !== "none";
        if (
          longest(style.transitionDuration) > blinkMs ||
          (animated &&
            (longest(style.animationDuration) > blinkMs || style.animationIterationCount.includes("infinite"))) ||
          style.scrollBehavior === "smooth"
        ) {
          found.add(`${element.tagName}.${element.className}${part ?? ""}`);
        }
      }
    }
    return [...found];
  });
}

/** Controls whose focus is not seen: no line around them or around what stands for them. */
export async function unseenFocus(page: Page): Promise<readonly string[]> {
  // From here on the browser takes the focus for one of the keyboard.
  await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const lined = (element: Element | null | undefined) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    };
    const found: string[] = [];
    const controls =
      "a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[inert], [hidden]")) continue;
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) continue;
      const around = [element, element.parentElement, element.nextElementSibling, element.closest("label")];
      if (!around.some(lined)) found.push(`${element.tagName} "${element.textContent?.trim().slice(0, 40)}"`);
    }
    return found;
  });
}
