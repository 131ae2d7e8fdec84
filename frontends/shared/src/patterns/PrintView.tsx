import { Printer } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { dateTimeText, useLanguage, useText } from "../i18n";
import { Button } from "../ui";
import styles from "./PrintView.module.css";

export interface PrintViewProps {
  /** What it is, at the head of the paper. */
  readonly title: string;
  /** Whom it concerns. */
  readonly name: string;
  readonly children: ReactNode;
}

/**
 * What of a page goes on paper: this and nothing around it, under a head with the name and the date of printing. One
 * per page. On the screen it is its content alone.
 */
export function PrintView({ title, name, children }: PrintViewProps) {
  const t = useText();
  const language = useLanguage();
  const [at, setAt] = useState(() => new Date());
  useEffect(() => {
    // The browser prints what stands there when its handlers are done.
    const note = () => flushSync(() => setAt(new Date()));
    window.addEventListener("beforeprint", note);
    return () => window.removeEventListener("beforeprint", note);
  }, []);
  return (
    <div className={styles.view}>
      <div className={styles.head} data-print-head="">
        <div>
          <p className={styles.title}>{title}</p>
          <p className={styles.name}>{name}</p>
        </div>
        <p className={styles.date}>{t("ui.print.date", { date: dateTimeText(language, at) })}</p>
      </div>
      {children}
    </div>
  );
}

export function PrintButton() {
  const t = useText();
  return (
    <Button kind="secondary" onPress={() => window.print()}>
      <Printer aria-hidden="true" size={18} />
      {t("ui.print")}
    </Button>
  );
}
