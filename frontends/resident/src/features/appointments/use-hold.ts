import { useLanguage } from "@kajo/shared/i18n";
import { type BookableTimeJson, BookingService, type HoldSlotResponseJson, partingCall } from "@kajo/shared/rpc";
import { useCallback, useEffect, useRef, useState } from "react";
import { useHoldSlotMutation, useReleaseHoldMutation } from "./api";

/** A time that is held for the person at the screen. */
export interface Held extends HoldSlotResponseJson {
  /** By the clock of this browser. */
  readonly until: Date;
}

/**
 * Holds one time, and gives it up again: when another is taken, when one goes back or elsewhere, and when the page is closed. What
 * was booked is not given up: `keep`.
 */
export function useHold() {
  const language = useLanguage();
  const [hold, { isLoading }] = useHoldSlotMutation();
  const [release] = useReleaseHoldMutation();
  const [held, setHeld] = useState<Held>();
  const [pending, setPending] = useState<string>();
  const holdId = held?.hold?.holdId;
  const current = useRef(holdId);
  useEffect(() => {
    current.current = holdId;
  }, [holdId]);

  const giveUp = useCallback(() => {
    const { current: given } = current;
    current.current = undefined;
    setHeld(undefined);
    // It ends by itself as well: nobody has to be told that this failed.
    if (given) void release({ holdId: given });
  }, [release]);
  useEffect(() => giveUp, [giveUp]);

  useEffect(() => {
    if (!holdId) return;
    let part = () => {};
    const leaving = () => {
      if (current.current === holdId) part();
    };
    void partingCall({ method: BookingService.method.releaseHold, request: { holdId } }, language).then((ready) => {
      part = ready;
    });
    window.addEventListener("pagehide", leaving);
    return () => window.removeEventListener("pagehide", leaving);
  }, [holdId, language]);

  /** Answers with why it could not be held. */
  const take = async ({ offerId = "" }: BookableTimeJson): Promise<unknown> => {
    setPending(offerId);
    const answer = await hold({ offerId });
    setPending(undefined);
    if ("error" in answer) return answer.error;
    setHeld({ ...answer.data, until: new Date(Date.now() + (answer.data.hold?.secondsLeft ?? 0) * 1_000) });
    return undefined;
  };
  const keep = useCallback(() => {
    current.current = undefined;
    setHeld(undefined);
  }, []);
  return { held, take, pending: isLoading ? pending : undefined, giveUp, keep };
}
