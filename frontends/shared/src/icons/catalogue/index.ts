/** The icons that administrators choose from, by group. Each is a chunk of its own, fetched when it is shown. */
import type { IconLoader, IconLoaders } from "../icon";
import { care } from "./care";
import { contact } from "./contact";
import { documents } from "./documents";
import { family } from "./family";
import { food } from "./food";
import { health } from "./health";
import { home } from "./home";
import { money } from "./money";
import { nature } from "./nature";
import { places } from "./places";
import { safety } from "./safety";
import { time } from "./time";
import { tools } from "./tools";

export const iconGroups = {
  health,
  care,
  family,
  home,
  time,
  contact,
  documents,
  places,
  food,
  nature,
  money,
  safety,
  tools,
} as const satisfies Record<string, IconLoaders>;

export type IconGroup = keyof typeof iconGroups;

const all: IconLoaders = Object.assign({}, ...Object.values(iconGroups));

/** Every name there is; what is stored beside a category or link is one of them. */
export const iconNames: readonly string[] = Object.keys(all);

export function loaderOf(name: string): IconLoader | undefined {
  return all[name];
}
