import { type KeyboardEvent, useId, useRef } from "react";
import { useText } from "../i18n";
import { EmptyState, TextField, VisuallyHidden } from "../ui";
import { findIcons } from "./find";
import styles from "./IconGrid.module.css";
import { SeenIcon } from "./SeenIcon";
import { useIconNames } from "./use-icon-names";

export interface IconGridProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The catalogue in its groups, with a search. Arrows go from icon to icon; Tab leaves the icons. */
export function IconGrid({ words, onWords, chosen, onChoose }: IconGridProps) {
  const t = useText();
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const names = useIconNames();
  const found = names ? findIcons(words, names.own, names.english) : [];
  const count = found.reduce((sum, { names: some }) => sum + some.length, 0);
  const first = found.some(({ names: some }) => some.includes(chosen ?? "")) ? chosen : found[0]?.names[0];
  return (
    <div className={styles.whole}>
      <TextField label={t("icons.search")} onChange={onWords} type="search" value={words} />
      <VisuallyHidden role="status">{names ? t("icons.count", { n: count }) : ""}</VisuallyHidden>
      {names && count === 0 ? <EmptyState title={t("icons.none")} /> : null}
      <div ref={grid}>
        {found.map(({ group, names: some }) => (
          <section aria-labelledby={`${id}-${group}`} className={styles.group} key={group}>
            <h3 className={styles.title} id={`${id}-${group}`}>
              {names?.own[`group.${group}`]}
            </h3>
            <ul className={styles.icons}>
              {some.map((name) => (
                <li key={name}>
                  <button
                    aria-label={names?.own[name]}
                    aria-pressed={name === chosen}
                    className={styles.icon}
                    data-icon={name}
                    onClick={() => onChoose(name)}
                    onKeyDown={(event) => move(event, grid.current)}
                    tabIndex={name === first ? 0 : -1}
                    title={names?.own[name]}
                    type="button"
                  >
                    <SeenIcon name={name} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** Left and right go along the icons, up and down to the one above or below, Home and End to the ends. */
function move(event: KeyboardEvent, grid: HTMLElement | null) {
  const all = [...(grid?.querySelectorAll<HTMLElement>("[data-icon]") ?? [])];
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const next = target(event.key, all, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function target(key: string, all: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  const step = steps[key];
  if (step !== undefined) return all[at + step];
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  const here = all[at]?.getBoundingClientRect();
  if (!here) return undefined;
  const beyond = all
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => (key === "ArrowDown" ? box.top > here.bottom - 1 : box.bottom < here.top + 1));
  const distance = ({ box }: (typeof beyond)[number]) =>
    Math.abs(box.top - here.top) * 1000 + Math.abs(box.left - here.left);
  return beyond.toSorted((one, other) => distance(one) - distance(other))[0]?.element;
}
