import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Disclosure as AriaDisclosure, Button, DisclosurePanel, Heading } from "react-aria-components";
import styles from "./Disclosure.module.css";

export interface DisclosureProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Level of the heading that holds the button. */
  readonly level?: 2 | 3 | 4;
  /** Open from the start. */
  readonly defaultOpen?: boolean;
  /** With `onOpenChange`: open or not, as its owner says. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** Shows and hides what not everybody needs. What is closed is found by the browser's search all the same. */
export function Disclosure({ title, children, level = 3, defaultOpen = false, isOpen, onOpenChange }: DisclosureProps) {
  return (
    <AriaDisclosure
      className={styles.disclosure ?? ""}
      defaultExpanded={defaultOpen}
      {...(isOpen === undefined ? {} : { isExpanded: isOpen })}
      {...(onOpenChange ? { onExpandedChange: onOpenChange } : {})}
    >
      <Heading className={styles.heading ?? ""} level={level}>
        <Button className={styles.button ?? ""} slot="trigger">
          <ChevronRight aria-hidden="true" size={18} />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className={styles.body}>{children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
