import { ArrowDown } from "lucide-react";
import { useText } from "../../i18n";
import { Button } from "../../ui";
import styles from "../Thread.module.css";

export interface NewBelowProps {
  readonly count: number;
  readonly onJump: () => void;
}

/** Stays at the foot of what is in sight while there is something new further down. */
export function NewBelow({ count, onJump }: NewBelowProps) {
  const t = useText();
  return (
    <div className={styles.below}>
      <Button onPress={onJump} small>
        <ArrowDown aria-hidden="true" size={18} />
        {t("thread.new.below", { n: count })}
      </Button>
    </div>
  );
}
