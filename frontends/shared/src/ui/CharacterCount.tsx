import { useEffect, useState } from "react";
import { useText } from "../i18n";
import styles from "./Field.module.css";
import { graphemes } from "./graphemes";
import { VisuallyHidden } from "./VisuallyHidden";

/** A pause in typing after which the count is announced: a screen reader should not read it at each key. */
const announceAfterMs = 1_000;

export function CharacterCount({ text, max }: { readonly text: string; readonly max: number }) {
  const t = useText();
  const count = graphemes(text);
  const over = count > max;
  const words = over ? t("ui.characters.over", { n: count - max }) : t("ui.characters.left", { n: max - count });
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    // Only near the limit is the count worth interrupting for.
    const near = count >= max * 0.9;
    const timer = setTimeout(() => setAnnounced(near ? words : ""), near ? announceAfterMs : 0);
    return () => clearTimeout(timer);
  }, [count, max, words]);
  return (
    <>
      <span aria-hidden="true" className={styles.counter} data-over={over || undefined} data-testid="character-count">
        {[count, max].join(" / ")}
      </span>
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </>
  );
}
