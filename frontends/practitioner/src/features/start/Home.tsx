import { Navigate } from "@tanstack/react-router";
import { ByStanding } from "../work-context/ByStanding";
import { startPage } from "../work-context/start-page";

/** The app's own address leads to where the day starts. */
export function Home() {
  return <ByStanding>{({ level }) => <Navigate replace to={startPage(level)} />}</ByStanding>;
}
