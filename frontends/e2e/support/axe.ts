/** axe-core in the page: WCAG 2.2, levels A and AA. */
import axe from "axe-core";
import type { Page } from "playwright-core";

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Themes as the settings offer them. */
export const themes = [
  { theme: "light" },
  { theme: "dark" },
  { theme: "light", contrast: "more" },
  { theme: "dark", contrast: "more" },
] as const;

/** Where the language is what is looked at: colours are the same in all of them. */
export const lightAlone = themes.slice(0, 1);

/** In the gate the first theme stands for all: how colours differ in the others, the long run looks at. */
const usual: typeof themes | typeof lightAlone = process.env.KAJO_E2E_LONG ? themes : lightAlone;

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

/**
 * Violations of the page as it stands: all rules in the first of the themes, and contrast in each of the others, since nothing but
 * colours changes between them.
 */
export async function violations(
  page: Page,
  looks: typeof themes | typeof lightAlone = usual,
): Promise<readonly string[]> {
  // Colours that are still on their way from one theme to the next are nobody's.
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const [index, look] of looks.entries()) {
    const results = await page.evaluate(
      async ({ look, tags, contrastOnly }) => {
        const { dataset } = document.documentElement;
        dataset.theme = look.theme;
        if ("contrast" in look) dataset.contrast = look.contrast;
        else delete dataset.contrast;
        // A colour that is inherited sets out when the one above it has arrived.
        // Transitions are off; what still ends by itself is waited for, and not for ever.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const ending = document
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
        const late = new Promise((resolve) => setTimeout(resolve, 1_000));
        await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), late]);
        const axe = (
          window as unknown as { axe: { run(on: Document, options: object): Promise<{ violations: Found[] }> } }
        ).axe;
        const runOnly = contrastOnly ? { type: "rule", values: ["color-contrast"] } : { type: "tag", values: tags };
        return (await axe.run(document, { runOnly, resultTypes: ["violations"] })).violations;
      },
      { look, tags: everything, contrastOnly: index > 0 },
    );
    for (const { id, nodes } of results as readonly Found[]) {
      for (const node of nodes)
        found.push(`${JSON.stringify(look)} ${id}: ${String(node.target)} ${node.failureSummary ?? ""}`);
    }
  }
  return found;
}
