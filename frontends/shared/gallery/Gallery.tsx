/* oxlint-disable formatjs/no-literal-string-in-jsx -- the gallery's own words are for developers */
import { languages } from "../src/i18n";
import type { GalleryEntries } from "./entry";
import styles from "./Gallery.module.css";

const themes = ["light", "dark"] as const;

export interface GalleryProps {
  readonly entries: GalleryEntries;
  /** The search part of the address. */
  readonly wanted: URLSearchParams;
}

export function Gallery({ entries, wanted }: GalleryProps) {
  const names = Object.keys(entries).toSorted();
  const shown = wanted.get("entry") ?? names[0] ?? "";
  const states = (entries[shown] ?? []).map(({ name, element }) => (
    <section aria-label={name} className={styles.state} key={name}>
      <h2 className={styles.name}>{name}</h2>
      {element}
    </section>
  ));
  if (wanted.has("bare")) {
    return (
      <main className={styles.bare} data-entry={shown}>
        <h1 className={styles.name}>{shown}</h1>
        {states}
      </main>
    );
  }
  const link = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(wanted);
    for (const [key, value] of Object.entries(change)) next.set(key, value);
    return `?${next}`;
  };
  return (
    <div className={styles.page}>
      <nav aria-label="Components" className={styles.list} data-entries={names.join()}>
        {names.map((name) => (
          <a aria-current={name === shown ? "page" : undefined} href={link({ entry: name })} key={name}>
            {name}
          </a>
        ))}
      </nav>
      <main className={styles.shown}>
        <p className={styles.bar}>
          {languages.map((language) => (
            <a href={link({ language })} key={language}>
              {language}
            </a>
          ))}
          {themes.map((theme) => (
            <a href={link({ theme })} key={theme}>
              {theme}
            </a>
          ))}
          <a href={link({ contrast: wanted.get("contrast") === "more" ? "normal" : "more" })}>contrast</a>
          <a href={link({ bare: "1" })}>bare</a>
        </p>
        <h1>{shown}</h1>
        {states}
      </main>
    </div>
  );
}
