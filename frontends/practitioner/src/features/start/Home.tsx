import { Spinner } from "@kajo/shared/ui";
import { Navigate } from "@tanstack/react-router";
import { startPage } from "../work-context/start-page";
import { useLevel } from "../work-context/use-level";

/** The app's own address leads to where the day starts. */
export function Home() {
  const level = useLevel();
  return level === undefined ? <Spinner /> : <Navigate replace to={startPage(level)} />;
}
