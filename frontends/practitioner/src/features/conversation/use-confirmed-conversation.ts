import { asFailure } from "@kajo/shared/errors";
import { useGetConversationQuery } from "@kajo/shared/thread";
import { useState } from "react";

/**
 * A conversation as the server gives it out: a colleague's task is asked about first, at each opening (CON-17). One that a colleague
 * takes over while it is open stays open. `ownerId` is there as long as there is something to ask.
 */
export function useConfirmedConversation(conversationId: string) {
  const own = useGetConversationQuery({ conversationId });
  const refused = own.error === undefined ? undefined : asFailure(own.error);
  const ownerId = refused?.reason === "colleagues_task" ? (refused.params.owner_id ?? "") : undefined;
  const [isConfirmed, setConfirmed] = useState(false);
  if (own.data && own.error === undefined && !isConfirmed) setConfirmed(true);
  const isAsked = ownerId !== undefined && isConfirmed;
  // Each opening is an opening, also of what was seen a moment ago.
  const confirmed = useGetConversationQuery(
    { conversationId, confirmed: true },
    { skip: !isAsked, refetchOnMountOrArgChange: true },
  );
  const { error, refetch } = isAsked ? confirmed : own;
  // What was open stays in sight until it comes anew.
  const data = (isAsked ? confirmed.data : undefined) ?? own.data;
  return { ownerId: isAsked ? undefined : ownerId, confirm: () => setConfirmed(true), data, error, refetch };
}
