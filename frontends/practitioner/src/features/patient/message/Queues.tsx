import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner, Button, Spinner } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import type { useOwnQueueOptions } from "../../conversation/options";

interface QueuesProps {
  readonly queues: ReturnType<typeof useOwnQueueOptions>;
  readonly onClose: () => void;
  /** When there is a queue to write from. */
  readonly children: ReactNode;
}

/** Every conversation belongs to a queue: whose role and location give none writes to nobody. */
export function Queues({ queues, onClose, children }: QueuesProps) {
  const t = useText();
  if (queues.error) return <LoadFailed error={queues.error} onRetry={queues.refetch} />;
  if (queues.isLoading) return <Spinner />;
  if (queues.options.length > 0) return children;
  return (
    <Banner
      action={
        <Button kind="secondary" onPress={onClose}>
          {t("ui.close")}
        </Button>
      }
      announce="polite"
      tone="info"
    >
      {t("patient.message.noQueues")}
    </Banner>
  );
}
