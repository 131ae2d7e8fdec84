import { asFailure } from "@kajo/shared/errors";

/** Whether somebody else has saved it since it was read: what is kept now has to be fetched. */
export const isStale = (error: unknown): boolean => asFailure(error).reason === "stale_version";
