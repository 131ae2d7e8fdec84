import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../i18n";
import styles from "./PageHeading.module.css";
import { isReturning } from "./returning";

export interface PageHeadingProps {
  /** Also the title of the document. */
  readonly children: string;
  /** Of the heading, when it is not that of the page. */
  readonly lang?: string | undefined;
  /** Small line above, for example where the page belongs. */
  readonly over?: ReactNode;
  /** What the page is for, in a sentence or two below. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

/** The h1 of a page. It takes the focus when one has come here by a link, so that a screen reader reads on from it. */
export function PageHeading({ children, lang, over, lead, actions }: PageHeadingProps) {
  const t = useText();
  const router = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  const service = t("app.name");
  useEffect(() => {
    document.title = `${children} | ${service}`;
  }, [children, service]);
  useEffect(() => {
    // Not on the first page; and back and forward lead to the link by which one had left, where that is known.
    const place = (router.history.location.state as { __TSR_index?: number }).__TSR_index;
    if (place !== undefined && place > 0 && !isReturning() && document.activeElement?.closest("main, body") !== null) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [router]);
  return (
    <div className={styles.head}>
      <div>
        {over ? <p className={styles.over}>{over}</p> : null}
        <h1 lang={lang} ref={heading} tabIndex={-1}>
          {children}
        </h1>
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      {lead ? <p className={styles.lead}>{lead}</p> : null}
    </div>
  );
}
