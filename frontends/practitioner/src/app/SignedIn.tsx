import { RequireSession } from "@kajo/shared/app";
import { Outlet } from "@tanstack/react-router";

export function SignedIn() {
  return (
    <RequireSession>
      <Outlet />
    </RequireSession>
  );
}
