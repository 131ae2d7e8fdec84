import { useState } from "react";
import { useToast } from "../ui";
import { useFailureLine } from "./message";
import { fetchPart, loadAnew, unreached } from "./unfetched";

/**
 * A part of a page, for example a dialog, that is fetched when it is asked for: `const { part, ask, close } = useLazyPart(() => import("./Ask"))`.
 * Where it cannot be had, that is told in passing, and the page stays.
 */
export function useLazyPart<Part>(load: () => Promise<Part>) {
  const toast = useToast();
  const failureLine = useFailureLine();
  const [part, setPart] = useState<Part>();
  const ask = async () => {
    const found = await fetchPart(load).catch(() => undefined);
    if (found) setPart(found);
    else if (!(await loadAnew())) toast("danger", failureLine(unreached));
  };
  return { part, ask: () => void ask(), close: () => setPart(undefined) };
}
