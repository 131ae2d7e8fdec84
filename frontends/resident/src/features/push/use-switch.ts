import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { type Push, useSwitchPushOffMutation, useSwitchPushOnMutation } from "./api";
import { subscribe, type ThisBrowser, unsubscribe } from "./browser";
import { forgetDevice, useKeptDevice } from "./kept-device";

/** Why the switch is still where it was. A permission that is refused the browser tells for itself. */
export type Problem =
  /** The browser's question was closed without an answer. */
  | { readonly why: "unanswered" }
  /** The browser does not get to its push service. */
  | { readonly why: "service" }
  | { readonly why: "failed"; readonly error: unknown };

/** The switch of this device. */
export function useSwitch(push: Push, browser: ThisBrowser, lookAgain: () => Promise<void>) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const [sendOn] = useSwitchPushOnMutation();
  const [sendOff] = useSwitchPushOffMutation();
  const [doing, setDoing] = useState<"asking" | "on" | "off">();
  const [problem, setProblem] = useState<Problem>();
  const deviceId = useKeptDevice();
  const isListed = (push.devices ?? []).some(({ pushDeviceId }) => pushDeviceId === deviceId);
  const { isSubscribed, permission } = browser;
  const isOn = permission === "granted" && isSubscribed && isListed;

  const off = () => {
    const request = { pushDeviceId: deviceId ?? "" };
    return sendOff({ request, idempotencyKey: intent.keyFor(request) });
  };

  const switchOn = async (): Promise<Problem | undefined> => {
    setDoing(Notification.permission === "default" ? "asking" : "on");
    // What is refused already is asked by no browser, and some answer as if it had been.
    const allowed = Notification.permission === "denied" ? "denied" : await Notification.requestPermission();
    if (allowed !== "granted") return allowed === "default" ? { why: "unanswered" } : undefined;
    setDoing("on");
    const request = await subscribe(push.publicKey ?? "").catch(() => undefined);
    if (!request) return { why: "service" };
    // What the browser has forgotten hears nothing any more: it is no other device of theirs.
    if (isListed && !isSubscribed) await off();
    const { data, error } = await sendOn({ request, idempotencyKey: intent.keyFor(request) });
    if (!data) return { why: "failed", error };
    intent.settle();
    toast("success", t("push.on"));
    return undefined;
  };

  const switchOff = async (): Promise<Problem | undefined> => {
    setDoing("off");
    const { data, error } = await off();
    if (!data) return { why: "failed", error };
    intent.settle();
    forgetDevice();
    await unsubscribe();
    toast("success", t("push.off"));
    return undefined;
  };

  /** At once: a browser asks for permission only while a press is fresh. */
  const press = async (wanted: boolean) => {
    if (doing) return;
    setProblem(undefined);
    const found = await (wanted ? switchOn() : switchOff());
    await lookAgain();
    setDoing(undefined);
    setProblem(found);
  };

  return { isOn, doing, problem, press: (wanted: boolean) => void press(wanted) };
}
