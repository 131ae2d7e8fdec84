import { ArrowLeft } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { PartBoundary } from "../errors";
import { useText } from "../i18n";
import { Button } from "../ui";
import { useNarrow } from "../ui/use-narrow";
import { keepAbove } from "./keep-above";
import styles from "./MasterDetail.module.css";

/** Narrower than this there is room for one of the two. */
const oneBelowRem = 48;

export interface MasterDetailProps {
  readonly list: ReactNode;
  /** Names the part with the list. */
  readonly listLabel: string;
  /** undefined while nothing is chosen. */
  readonly detail: ReactNode | undefined;
  readonly detailLabel: string;
  /** Which one is shown; the focus follows a change of it. */
  readonly detailKey?: string | undefined;
  /** In place of the detail on a wide screen, while nothing is chosen. */
  readonly placeholder?: ReactNode;
  /**
   * Side by side the two fill the window, and each scrolls on its own. What stands in them keeps off the edges by
   * `padding-inline: var(--inset)`, and may pin a head by `position: var(--pinned)`.
   */
  readonly fill?: boolean;
  /** Back to the list: its owner leaves the detail. */
  readonly onBack: () => void;
}

/**
 * A list with the chosen one beside it; where it is narrow, one at a time. There the focus goes into the detail when it
 * opens, and on the way back to the place in the list from which it came. Side by side it stays where it is, unless what
 * has been opened takes it.
 */
export function MasterDetail({
  list,
  listLabel,
  detail,
  detailLabel,
  detailKey,
  placeholder,
  fill = false,
  onBack,
}: MasterDetailProps) {
  const t = useText();
  const [box, narrow] = useNarrow(oneBelowRem);
  const whole = useCallback(
    (element: HTMLElement | null) => {
      const ends = [box(element), fill && element ? keepAbove(element) : undefined];
      return () => {
        for (const end of ends) end?.();
      };
    },
    [box, fill],
  );
  const listPart = useRef<HTMLElement>(null);
  const detailPart = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const open = detail !== undefined;

  useEffect(() => {
    const part = listPart.current;
    const note = ({ target }: FocusEvent) => {
      if (target !== part && target instanceof HTMLElement) cameFrom.current = target;
    };
    part?.addEventListener("focusin", note);
    return () => part?.removeEventListener("focusin", note);
  }, []);

  const before = useRef({ open, detailKey });
  useEffect(() => {
    const was = before.current;
    before.current = { open, detailKey };
    if (!narrow || (was.open === open && was.detailKey === detailKey)) return;
    const [from, to] = open ? [listPart.current, detailPart.current] : [detailPart.current, listPart.current];
    const active = document.activeElement;
    // A page heading in the detail may have taken it already, and whoever is elsewhere on the page is left there.
    const lost = active === null || active === document.body || from?.contains(active);
    if (!lost) return;
    const back = open ? null : cameFrom.current;
    if (back?.isConnected) back.focus();
    else to?.focus();
  }, [narrow, open, detailKey]);

  return (
    <div className={styles.both} data-fill={fill || undefined} data-wide={!narrow || undefined} ref={whole}>
      {/* Hidden rather than gone: its place and what is scrolled stay. */}
      <section aria-label={listLabel} className={styles.part} hidden={narrow && open} ref={listPart} tabIndex={-1}>
        <PartBoundary>{list}</PartBoundary>
      </section>
      {open || !narrow ? (
        <section aria-label={detailLabel} className={styles.part} ref={detailPart} tabIndex={-1}>
          {narrow ? (
            <div className={styles.back}>
              <Button kind="quiet" onPress={onBack}>
                <ArrowLeft aria-hidden="true" size={18} />
                {t("ui.back")}
              </Button>
            </div>
          ) : null}
          <PartBoundary of={detailKey}>{open ? detail : placeholder}</PartBoundary>
        </section>
      ) : null}
    </div>
  );
}
