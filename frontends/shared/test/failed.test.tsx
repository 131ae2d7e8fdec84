import { configureStore } from "@reduxjs/toolkit";
import { act, useState } from "react";
import { Provider } from "react-redux";
import { describe, expect, it } from "vitest";
import { LoadFailed } from "../src/errors/LoadFailed";
import { useFailureLine, useFailureText } from "../src/errors/message";
import type { RpcFailure } from "../src/rpc/failure";
import { Code } from "../src/rpc/transport";
import { Button } from "../src/ui/Button";
import { Dialog } from "../src/ui/Dialog";
import { ToastRegion, useToast } from "../src/ui/ToastRegion";
import { toastSlice } from "../src/ui/toasts";
import { allByRole, byRole, focus, press, show } from "./screen";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const failed = (code: number, more: Partial<RpcFailure> = {}): RpcFailure => ({
  code,
  params: {},
  fields: [],
  traceId,
  ...more,
});

function Line({ error, place }: { readonly error: RpcFailure; readonly place?: string }) {
  const [line, text] = [useFailureLine(), useFailureText()];
  return <p role="note">{place ? text(error, place) : line(error)}</p>;
}

const said = () => byRole("note").textContent;

describe("what a person reads of a failure", () => {
  it("says what did not happen, why, and the code that finds the trace when it was our fault", async () => {
    await show(<Line error={failed(Code.unavailable, { call: "WriteMessage" })} />);
    expect(said()).toBe(
      `Viestiä ei lähetetty. Palveluun ei saada yhteyttä. Yritä hetken kuluttua uudelleen. Virhekoodi: ${traceId}`,
    );
    await show(<Line error={failed(Code.internal, { call: "GetConversation" })} />);
    expect(said()).toBe(`Keskustelua ei voitu ladata. Tapahtui virhe. Yritä uudelleen. Virhekoodi: ${traceId}`);
  });

  it("gives the reason of a refusal, and no code", async () => {
    const refusal = failed(Code.failedPrecondition, { call: "WriteMessage", reason: "conversation_ended" });
    await show(<Line error={refusal} />);
    expect(said()).toBe("Viestiä ei lähetetty. Keskustelu on päättynyt, eikä siihen voi enää kirjoittaa.");
  });

  it("gives the reason alone where the call has no text, and speaks of the place where the call's does not fit", async () => {
    await show(<Line error={failed(Code.permissionDenied, { call: "Unheard" })} />);
    expect(said()).toBe("Sinulla ei ole oikeutta tähän.");
    await show(<Line error={failed(Code.permissionDenied, { call: "WriteMessage" })} place="Ei onnistunut." />);
    expect(said()).toBe("Ei onnistunut. Sinulla ei ole oikeutta tähän.");
  });

  it("offers to fetch again what could not be fetched", async () => {
    let tries = 0;
    await show(
      <LoadFailed error={failed(Code.unavailable, { call: "GetConversation" })} onRetry={() => (tries += 1)} />,
    );
    expect(byRole("alert").textContent).toMatch(/^Keskustelua ei voitu ladata\. .*Virhekoodi/);
    await focus(byRole("button", "Yritä uudelleen"));
    await press("Enter");
    expect(tries).toBe(1);
  });
});

function Asking() {
  const toast = useToast();
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Siirto">
        <Button onPress={() => toast("danger", "Keskustelua ei voitu siirtää.")}>Siirrä</Button>
      </Dialog>
      <ToastRegion />
    </>
  );
}

it("shows a message in the dialog that is open, and outside when it has closed", async () => {
  const store = configureStore({ reducer: { toasts: toastSlice.reducer } });
  await show(
    <Provider store={store}>
      <Asking />
    </Provider>,
  );
  const dialog = byRole("dialog", "Siirto");
  await act(async () => byRole("button", "Siirrä").click());
  const shown = () => allByRole("status").filter(({ textContent }) => textContent !== "");
  expect(shown().map((region) => dialog.contains(region))).toEqual([true]);
  await press("Escape");
  expect(allByRole("dialog")).toEqual([]);
  expect(shown().map(({ textContent }) => textContent)).toEqual(["Keskustelua ei voitu siirtää."]);
});
