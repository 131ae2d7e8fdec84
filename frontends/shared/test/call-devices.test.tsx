/** Before a call: devices that are there, those that cannot be had, and those that are unplugged. */
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DevicePicker, useDevices } from "../src/call";
import { type FakeDevice, fakeDevices, frontCamera, microphone, otherCamera, takeDevicesAway } from "./fake-media";
import { until } from "./pages";
import { allByRole, byRole, choose, show } from "./screen";

afterEach(takeDevicesAway);

function Picker({ onJoin = () => {} }: { readonly onJoin?: () => void }) {
  return <DevicePicker devices={useDevices()} onJoin={onJoin} />;
}

async function picker(...devices: readonly FakeDevice[]) {
  const fake = fakeDevices(...devices);
  const onJoin = vi.fn();
  await show(<Picker onJoin={onJoin} />);
  await until(() => expect(text()).not.toContain("Salli kameran ja mikrofonin käyttö, kun selain kysyy."));
  return { ...fake, onJoin };
}

const text = () => document.body.textContent ?? "";
const click = (element: HTMLElement) => act(async () => element.click());
const chosen = (name: string) => (byRole("combobox", name) as HTMLSelectElement).selectedOptions[0]?.text;

describe("CHA-07 before a call", () => {
  it("sees oneself, and comes with camera and microphone", async () => {
    const { onJoin, live } = await picker(frontCamera, otherCamera, microphone);
    expect(document.querySelector("video")?.srcObject).toMatchObject({ getTracks: expect.any(Function) });
    expect([chosen("Käytettävä kamera"), chosen("Käytettävä mikrofoni")]).toEqual(["Etukamera", "Sisäinen mikrofoni"]);
    expect(live("video")).toBeDefined();
    await click(byRole("button", "Liity puheluun"));
    expect(onJoin).toHaveBeenCalledOnce();
  });

  it.each([
    ["NotAllowedError", "Selain ei saa käyttää kameraa.", "Selain ei saa käyttää mikrofonia."],
    ["NotReadableError", "Kamera ei käynnisty.", "Mikrofoni ei käynnisty."],
  ])("tells apart why a device cannot be had: %s", async (refuses, ofCamera, ofMicrophone) => {
    await picker({ ...frontCamera, refuses }, microphone);
    expect(text()).toContain(ofCamera);
    expect(text()).not.toContain(ofMicrophone);
    byRole("button", "Liity ilman kameraa");
  });

  it.each([
    ["NotAllowedError", "Selain ei saa käyttää mikrofonia."],
    ["NotReadableError", "Mikrofoni ei käynnisty."],
  ])("does so for the microphone alone, and leaves the camera on: %s", async (refuses, words) => {
    const { live } = await picker(frontCamera, { ...microphone, refuses });
    expect(text()).toContain(words);
    expect(live("video")).toBeDefined();
    byRole("button", "Liity ilman mikrofonia");
  });

  it("says what is missing, lets one come to listen, and finds what is plugged in", async () => {
    const { onJoin, plug } = await picker();
    expect(text()).toContain("Kameraa ei löydy.");
    expect(text()).toContain("Mikrofonia ei löydy.");
    await click(byRole("button", "Liity vain kuuntelemaan"));
    expect(onJoin).toHaveBeenCalledOnce();
    await act(async () => plug(microphone));
    await until(() => byRole("button", "Liity ilman kameraa"));
    expect(text()).not.toContain("Mikrofonia ei löydy.");
  });

  it("says where a browser can do none of it", async () => {
    await show(<Picker />);
    await until(() => expect(text()).toContain("Tämä selain ei voi käyttää kameraa."));
    expect(text()).toContain("Tämä selain ei voi käyttää mikrofonia.");
    expect(allByRole("button", "Yritä uudelleen")).toEqual([]);
  });

  it("tries again once somebody has done what was said", async () => {
    let refuses: string | undefined = "NotReadableError";
    await picker(Object.defineProperty({ ...frontCamera }, "refuses", { get: () => refuses }), microphone);
    refuses = undefined;
    await click(byRole("button", "Yritä uudelleen"));
    await until(() => byRole("button", "Liity puheluun"));
  });

  it("switches the camera off, whose light goes out, and on again", async () => {
    const { live } = await picker(frontCamera, microphone);
    await click(byRole("switch", "Kamera"));
    expect(live("video")).toBeUndefined();
    expect(text()).toContain("Kamera on pois päältä");
    byRole("button", "Liity ilman kameraa");
    await click(byRole("switch", "Kamera"));
    await until(() => expect(live("video")).toBeDefined());
  });

  it("takes the device that is chosen, and remembers it", async () => {
    const { live } = await picker(frontCamera, otherCamera, microphone);
    await choose(byRole("combobox", "Käytettävä kamera"), "USB-kamera");
    await until(() => expect(live("video")?.label).toBe("USB-kamera"));
    await show(null);
    await show(<Picker key="again" />);
    await until(() => expect(chosen("Käytettävä kamera")).toBe("USB-kamera"));
  });

  it("falls back to another device when one is unplugged, and says so", async () => {
    const { live, unplug } = await picker(frontCamera, otherCamera, microphone);
    await act(async () => unplug(frontCamera));
    await until(() => expect(text()).toContain("Kamera irrotettiin. Nyt käytössä: USB-kamera."));
    expect(live("video")?.label).toBe("USB-kamera");
    await act(async () => unplug(otherCamera));
    await until(() => expect(text()).toContain("Kamera irrotettiin, eikä toista löydy."));
    byRole("button", "Liity ilman kameraa");
  });
});
