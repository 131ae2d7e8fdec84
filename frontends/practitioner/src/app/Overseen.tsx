import { Outlet } from "@tanstack/react-router";
import { ByLevel } from "../features/work-context/ByLevel";
import { keepsSystem } from "../features/work-context/use-level";
import { Ready } from "./Ready";

/** Responsible users are asked for role and location first, as the server does; administrators need none (spec section 6, Login levels). */
export function Overseen() {
  return <ByLevel>{(level) => (keepsSystem(level) ? <Outlet /> : <Ready />)}</ByLevel>;
}
