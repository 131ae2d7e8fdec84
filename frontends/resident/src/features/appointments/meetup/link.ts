/** What the link of a guest says: whose invitation it is in its path, and behind `#` the secret, which goes to no other place. */
import type { In, MeetingService } from "@kajo/shared/rpc";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";

export type MeetingLink = Required<In<typeof MeetingService.method.getMeeting>>;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** As the contract has it. */
const longestSecret = 100;

/** undefined: it is no whole one. */
export function linkOf(invitationId: string, secret: string): MeetingLink | undefined {
  if (!uuid.test(invitationId) || secret === "" || secret.length > longestSecret) return undefined;
  return { invitationId, secret };
}

/** What stands behind the `#` of this page. While another page is on its way, whose address holds already, it stays what it was. */
export function useSecret(): string {
  const { pathname, hash } = useLocation();
  const [secret, setSecret] = useState(hash);
  if (hash !== secret && pathname.startsWith("/meetup/")) setSecret(hash);
  return secret;
}
