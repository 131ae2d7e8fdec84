import { RequireSession } from "@kajo/shared/app";
import { PageLoading } from "@kajo/shared/ui";
import { Outlet } from "@tanstack/react-router";
import { useWorkContexts } from "../features/work-context/api";

export function SignedIn() {
  return (
    <RequireSession>
      <BesideMenu />
    </RequireSession>
  );
}

/** What the menu has hangs on level, role and location: a page that came before it would be pushed aside by it. */
function BesideMenu() {
  const { data, error } = useWorkContexts();
  return data || error ? <Outlet /> : <PageLoading />;
}
