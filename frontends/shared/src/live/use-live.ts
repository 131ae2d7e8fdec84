import { useEffect } from "react";
import { useDispatch } from "react-redux";
import { useCallContext } from "../app/call-context";
import { startLive } from "./start";

/** Keeps the tab's stream open while somebody is signed in or in a visit (and, for professionals, has chosen role and location). */
export function useLive(active: boolean): void {
  const dispatch = useDispatch();
  const { transport } = useCallContext();
  useEffect(() => {
    return active ? startLive(transport, dispatch) : undefined;
  }, [active, transport, dispatch]);
}
