/** What pages show of a call, fetched when there is one. */
import { lazy, Suspense } from "react";
import { Spinner } from "../ui";
import type { CallPanelProps } from "./CallPanel";
import type { InvitationDialogProps } from "./InvitationDialog";

const Panel = lazy(async () => ({ default: (await import("./CallPanel")).CallPanel }));
const Invitation = lazy(async () => ({ default: (await import("./InvitationDialog")).InvitationDialog }));

/** A call from before one comes until after it is over. */
export function CallPanel(props: CallPanelProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <Panel {...props} />
    </Suspense>
  );
}

/** Asks somebody to a video call, once they pause in what they type. */
export function InvitationDialog(props: InvitationDialogProps) {
  return (
    <Suspense>
      <Invitation {...props} />
    </Suspense>
  );
}
