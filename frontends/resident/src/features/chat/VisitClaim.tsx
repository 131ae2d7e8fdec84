import { useVisitClaim } from "./use-visit-claim";

/** Takes over what was begun in a visit, on whatever page they come in after signing in: their place is not kept waiting for them to look. */
export function VisitClaim() {
  useVisitClaim();
  return null;
}
