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

/** A component in its states. */
function Entry({ name, entries }: { readonly name: string; readonly entries: GalleryEntries }) {
  return (entries[name] ?? []).map((state) => (
    <section aria-label={state.name} className={styles.state} key={state.name}>
      <h2 className={styles.name}>{state.name}</h2>
      {state.element}
    </section>
  ));
}

export function Gallery({ entries, wanted }: GalleryProps) {
  const names = Object.keys(entries).toSorted();
  const shown = wanted.get("entry") ?? names[0] ?? "";
  if (wanted.has("bare")) {
    // Several, one below the other: each as it is when it is alone.
    return (
      <main>
        {shown.split(",").map((name) => (
          <div className={styles.bare} data-entry={name} key={name}>
            <h1 className={styles.name}>{name}</h1>
            <Entry entries={entries} name={name} />
          </div>
        ))}
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
      <nav
        aria-label="Components"
        className={styles.list}
        data-covering={names.filter((name) => entries[name]?.some(({ covers }) => covers)).join()}
        data-entries={names.join()}
      >
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
        <Entry entries={entries} name={shown} />
      </main>
    </div>
  );
}
