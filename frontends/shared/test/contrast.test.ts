// @vitest-environment node
/** Contrast of the tokens, in each theme: WCAG 2.2, 1.4.3 (text), 1.4.11 (lines and focus). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../src/styles/tokens.css"), "utf8");

function pairsOf(block: string): Record<string, readonly [string, string]> {
  const found = block.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);/g);
  return Object.fromEntries([...found].map(([, name, light, dark]) => [name, [light, dark]]));
}

const [plain = "", contrast = ""] = css.split('data-contrast="more"');
const normal = pairsOf(plain);
const more = { ...normal, ...pairsOf(contrast) };

function luminance(hex: string): number {
  const long = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["ground", "surface", "surface-sunken", "surface-selected", "primary-quiet", "glow-quiet", "dawn"];
const text: readonly (readonly [string, readonly string[]])[] = [
  ["text", [...grounds, "success-quiet", "warning-quiet", "danger-quiet", "info-quiet"]],
  ["text-quiet", grounds],
  ["primary", grounds],
  ["link", grounds],
  ["text-on-primary", ["primary", "primary-hover", "danger", "danger-hover"]],
  ...["success", "warning", "danger", "info"].map((state) => [state, [`${state}-quiet`, "surface", "ground"]] as const),
];
const lines: typeof text = [
  ["line-strong", ["ground", "surface"]],
  ["focus", grounds],
  // Plots are drawn over what values mean.
  ...["primary", "line-strong"].map(
    (line) => [line, ["surface-sunken", "success-quiet", "warning-quiet", "danger-quiet"]] as const,
  ),
];

describe.each([
  ["normal contrast", normal, 4.5, 3],
  ["more contrast", more, 7, 4.5],
] as const)("colours with %s", (_name, colours, forText, forLines) => {
  it.each([
    ["light", 0],
    ["dark", 1],
  ] as const)("are seen on their grounds, %s", (_theme, at) => {
    const tooWeak = [
      ...text.map((pair) => [...pair, forText] as const),
      ...lines.map((pair) => [...pair, forLines] as const),
    ]
      .flatMap(([name, on, least]) => on.map((ground) => ({ name, ground, least })))
      .map((each) => ({
        ...each,
        is: ratio(colours[each.name]?.[at] ?? "#888", colours[each.ground]?.[at] ?? "#888"),
      }))
      .filter(({ is, least }) => is < least)
      .map(({ name, ground, is, least }) => `${name} on ${ground}: ${is.toFixed(2)}, must be ${least}`);
    expect(tooWeak).toEqual([]);
  });
});
