import { type MessageId, useText } from "@kajo/shared/i18n";
import { TextArea, VisuallyHidden } from "@kajo/shared/ui";
import { Bold, Heading, Italic, Link, List, type LucideIcon } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { GuideLink } from "./GuideLink";
import styles from "./MarkdownField.module.css";
import { type Format, formatted } from "./markdown";

interface Tool {
  readonly format: Format;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  /** With Ctrl, or the command key. */
  readonly shortcut?: string;
}

const tools: readonly Tool[] = [
  { format: "bold", label: "publication.tool.bold", icon: Bold, shortcut: "b" },
  { format: "italic", label: "publication.tool.italic", icon: Italic, shortcut: "i" },
  { format: "heading", label: "publication.tool.heading", icon: Heading },
  { format: "list", label: "publication.tool.list", icon: List },
  { format: "link", label: "publication.tool.link", icon: Link, shortcut: "k" },
];

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

interface MarkdownFieldProps extends Omit<ComponentProps<typeof TextArea>, "ref" | "onKeyDown" | "hint"> {
  /** What may be written is told around it. */
  readonly isInGuide?: boolean;
}

/** A formatted text as it is written, with a few tools over it: by pointer, by shortcuts, and by arrow keys as one stop of Tab. */
export function MarkdownField({ isInGuide = false, ...area }: MarkdownFieldProps) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const apply = (format: Format) => {
    const { current } = field;
    if (!current) return;
    const selection = { from: current.selectionStart, to: current.selectionEnd };
    const { from, to, insert, select } = formatted(area.value, selection, format, t("publication.tool.words"));
    current.focus();
    current.setSelectionRange(from, to);
    // As if it had been typed: the browser can take it back, and tells of it as of any input.
    document.execCommand("insertText", false, insert);
    current.setSelectionRange(select.from, select.to);
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? tools.length - 1 : step && stop + step;
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tools.length) % tools.length;
    setStop(next);
    bar.current?.querySelectorAll("button")[next]?.focus();
  };
  const byShortcut = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const tool = tools.find(({ shortcut }) => shortcut === event.key.toLowerCase());
    if (!tool) return;
    event.preventDefault();
    apply(tool.format);
  };
  return (
    <div className={styles.field}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tools in it take the focus */}
      <div aria-label={t("publication.tools")} className={styles.tools} onKeyDown={move} ref={bar} role="toolbar">
        {tools.map(({ format, label, icon: Icon, shortcut }, index) => (
          <button
            aria-keyshortcuts={shortcut && `Control+${shortcut.toUpperCase()}`}
            className={styles.tool}
            key={format}
            onClick={() => apply(format)}
            onFocus={() => setStop(index)}
            tabIndex={index === stop ? 0 : -1}
            title={t(label as "publication.tool.bold")}
            type="button"
          >
            <Icon aria-hidden="true" size={18} />
            <VisuallyHidden>{t(label as "publication.tool.bold")}</VisuallyHidden>
          </button>
        ))}
      </div>
      <TextArea {...area} hint={t("publication.field.text.hint")} onKeyDown={byShortcut} ref={field} />
      {isInGuide ? null : <GuideLink />}
    </div>
  );
}
