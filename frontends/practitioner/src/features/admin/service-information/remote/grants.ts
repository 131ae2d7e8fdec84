import type { Text } from "@kajo/shared/i18n";
import type { RemoteGrantJson } from "@kajo/shared/rpc";

/** A role, and where those in it see remote appointments. */
export interface Grant {
  readonly roleId: string;
  readonly locationIds: readonly string[];
}

export const grantsOf = (grants: readonly RemoteGrantJson[] = []): readonly Grant[] =>
  grants.map(({ roleId = "", locationIds = [] }) => ({ roleId, locationIds }));

/** What can be seen to be wrong before it is sent. */
export function grantsProblem(restricted: boolean, grants: readonly Grant[], t: Text): string | undefined {
  if (restricted && grants.length === 0) return t("error.reason.remote_roles_missing");
  return grants.every(({ locationIds }) => locationIds.length > 0)
    ? undefined
    : t("error.reason.remote_locations_missing");
}
