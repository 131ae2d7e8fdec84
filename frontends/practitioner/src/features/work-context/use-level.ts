import { useListWorkContextsQuery } from "./api";

/** Whether the person may enter the admin panel; unknown while it is asked. The server decides again on each call. */
export function useIsAdmin(): boolean | undefined {
  const { data } = useListWorkContextsQuery({});
  if (!data) return undefined;
  return data.level === "LEVEL_RESPONSIBLE_USER" || data.level === "LEVEL_ADMINISTRATOR";
}
