import { useEffect } from "react";
import { useDispatch } from "react-redux";
import { useCallContext } from "../app/call-context";
import { startLive } from "./start";

/**
 * Keeps the tab's stream open while somebody is signed in or in a visit (and, for professionals, has chosen role and location). Another one
 * when it is somebody else's. `whose`: any mark of them; without one there is none.
 */
export function useLive(whose: string | false | undefined): void {
  const dispatch = useDispatch();
  const { transport } = useCallContext();
  useEffect(() => {
    return whose ? startLive(transport, dispatch) : undefined;
  }, [whose, transport, dispatch]);
}
