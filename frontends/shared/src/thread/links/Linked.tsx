import { ExternalLink } from "lucide-react";
import { useText } from "../../i18n";
import { VisuallyHidden } from "../../ui";
import styles from "../Thread.module.css";
import { findLinks, type Part } from "./find";

/** A text with its links. */
export function Linked({ text }: { readonly text: string }) {
  return findLinks(text).map(render);
}

function render(part: Part, index: number) {
  const key = `${index}`;
  switch (part.kind) {
    case "text":
      return part.text;
    case "phone":
      return (
        <a className={styles.phone} href={part.href} key={key}>
          {part.text}
        </a>
      );
    case "web":
      return <WebLink key={key} part={part} />;
  }
}

/** Leads out of the platform, in a tab of its own that learns nothing of this one. */
function WebLink({ part: { href, text, host } }: { readonly part: Part & { readonly kind: "web" } }) {
  const t = useText();
  const shown = host ? `${text} (${host})` : text;
  return (
    <a className={styles.link} href={href} rel="noopener noreferrer" target="_blank">
      {shown}
      <ExternalLink aria-hidden="true" className={styles.out} size={14} />
      <VisuallyHidden> {t("thread.link.out")}</VisuallyHidden>
    </a>
  );
}
