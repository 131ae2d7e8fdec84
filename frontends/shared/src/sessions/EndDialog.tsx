import type { ReactNode } from "react";
import { useText } from "../i18n";
import { ConfirmDialog } from "../ui";
import type { Ending } from "./use-ending";

/** What is ended cannot be taken back: it asks first. */
export function EndDialog({
  ending,
  title,
  children,
}: {
  readonly ending: Ending;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const t = useText();
  return (
    <ConfirmDialog
      confirm={t("sessions.end")}
      danger
      isOpen={ending.isAsking}
      isPending={ending.isPending}
      onClose={ending.cancel}
      onConfirm={ending.confirm}
      title={title}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
