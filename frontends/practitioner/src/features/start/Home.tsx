import { Navigate } from "@tanstack/react-router";
import { ByLevel } from "../work-context/ByLevel";
import { startPage } from "../work-context/start-page";

/** The app's own address leads to where the day starts. */
export function Home() {
  return <ByLevel>{(level) => <Navigate replace to={startPage(level)} />}</ByLevel>;
}
