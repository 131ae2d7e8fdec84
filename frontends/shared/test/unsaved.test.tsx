import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { act, useState } from "react";
import { expect, it, onTestFinished } from "vitest";
import { UnsavedDialog, useUnsavedGuard, Wizard } from "../src/patterns";
import { mayLeave } from "../src/session/leave";
import { Button, TextField } from "../src/ui";
import { allByRole, byRole, focus, focused, press, settle, show, type } from "./screen";

/** An app of two pages; the first is the one given. */
async function showPage(page: () => ReactNode) {
  const root = createRootRoute({ component: Outlet });
  window.history.replaceState(null, "", "/");
  // Only the history of a browser minds the closing of a tab.
  const history = createBrowserHistory();
  onTestFinished(() => history.destroy());
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: "/", component: page }),
      createRoute({ getParentRoute: () => root, path: "/other", component: () => <h1>Toinen</h1> }),
    ]),
    history,
  });
  await router.load();
  await show(<RouterProvider router={router as never} />);
  await settle();
  return router;
}

function Page({ dirty }: { readonly dirty: boolean }) {
  const guard = useUnsavedGuard(dirty);
  return (
    <>
      <Link to="/other">Muualle</Link>
      <Link search={{ tab: "b" } as never} to="/">
        Toinen välilehti
      </Link>
      <Button onPress={guard.release}>Tallenna</Button>
      <UnsavedDialog guard={guard} />
    </>
  );
}

function Steps({ finish, failure }: { readonly finish: () => unknown; readonly failure?: unknown }) {
  const [step, setStep] = useState("a");
  const [name, setName] = useState("");
  return (
    <Wizard
      current={step}
      dirty={name !== ""}
      failure={failure}
      fields={{ name: "Nimesi" }}
      finish="Lähetä"
      onFinish={finish}
      onStep={setStep}
      problems={{ name: name === "" ? "Pakollinen" : undefined }}
      steps={[
        {
          id: "a",
          title: "Nimi",
          fields: ["name"],
          content: (field) => <TextField {...field("name")} onChange={setName} value={name} />,
        },
        { id: "b", title: "Yhteenveto", content: <p>{name}</p> },
      ]}
    />
  );
}

const go = async (name: string) => {
  await focus(byRole("link", name));
  await press("Enter");
  await settle(20);
};

/** Whether the browser would ask before the tab is closed. */
const asksOnClose = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("asks before unsaved work is left; Escape stays, the button goes", async () => {
  const router = await showPage(() => <Page dirty />);
  expect(asksOnClose()).toBe(true);
  await go("Muualle");
  const dialog = byRole("alertdialog", "Poistutko tallentamatta?");
  expect(dialog.contains(focused())).toBe(true);
  await press("Escape");
  await settle(20);
  expect([allByRole("alertdialog").length, router.state.location.pathname]).toEqual([0, "/"]);
  expect(focused()).toBe(byRole("link", "Muualle"));
  await go("Muualle");
  await focus(byRole("button", "Poistu tallentamatta"));
  await press("Enter");
  await settle(20);
  expect(byRole("heading", "Toinen")).toBeInTheDocument();
});

it("asks before the person signs out, and lets go only what they give up", async () => {
  await showPage(() => <Page dirty />);
  const answers: boolean[] = [];
  const signOut = async () => {
    await act(async () => void mayLeave().then((goes) => answers.push(goes)));
    await settle(20);
  };
  await signOut();
  expect(byRole("alertdialog", "Poistutko tallentamatta?").contains(focused())).toBe(true);
  await press("Escape");
  await settle(20);
  expect([allByRole("alertdialog").length, answers]).toEqual([0, [false]]);
  await signOut();
  await focus(byRole("button", "Poistu tallentamatta"));
  await press("Enter");
  await settle(20);
  expect([allByRole("alertdialog").length, answers]).toEqual([0, [false, true]]);
  await focus(byRole("button", "Tallenna"));
  await press("Enter");
  await signOut();
  expect([allByRole("alertdialog").length, answers]).toEqual([0, [false, true, true]]);
});

it("asks nothing on the same page, nothing when nothing is dirty, nothing once it is saved", async () => {
  const router = await showPage(() => <Page dirty />);
  await go("Toinen välilehti");
  expect([allByRole("alertdialog").length, router.state.location.search]).toEqual([0, { tab: "b" }]);
  await focus(byRole("button", "Tallenna"));
  await press("Enter");
  expect(asksOnClose()).toBe(false);
  await go("Muualle");
  expect(router.state.location.pathname).toBe("/other");
});

it("asks nothing when nothing is dirty", async () => {
  const router = await showPage(() => <Page dirty={false} />);
  expect(asksOnClose()).toBe(false);
  await go("Muualle");
  expect(router.state.location.pathname).toBe("/other");
});

it("leads through steps, the focus on each heading, and finishes once", async () => {
  let finished = 0;
  let end = () => {};
  const finish = () => {
    finished += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  await showPage(() => <Steps finish={finish} />);
  expect(byRole("heading", "Vaihe 1/2 Nimi")).not.toHaveFocus();
  const field = byRole("textbox", "Nimesi");
  await focus(field);
  await press("Enter");
  await settle();
  expect(byRole("heading", "Vaihe 1/2 Nimi")).toBeInTheDocument();
  expect(focused()).toBe(byRole("alert", "Korjaa yksi kohta"));
  await focus(byRole("link", "Nimesi: Pakollinen"));
  await press("Enter");
  expect(focused()).toBe(field);
  expect(asksOnClose()).toBe(false);
  await type("Aino");
  expect(asksOnClose()).toBe(true);
  await press("Enter");
  await settle();
  expect(focused()).toBe(byRole("heading", "Vaihe 2/2 Yhteenveto"));
  expect(document.querySelector("[aria-current=step]")).toHaveTextContent("Yhteenveto");
  await focus(byRole("button", "Takaisin"));
  await press("Enter");
  expect(focused()).toBe(byRole("heading", "Vaihe 1/2 Nimi"));
  expect(byRole("textbox", "Nimesi")).toHaveValue("Aino");
  await focus(byRole("button", "Jatka"));
  await press("Enter");
  await focus(byRole("button", "Lähetä"));
  await press("Enter");
  await press("Enter");
  expect(finished).toBe(1);
  end();
  await settle();
});

it("sums up at the end what the server says of a field, and shows it in its step", async () => {
  const failure = { code: 3, params: {}, traceId: "abc", fields: [{ field: "name", reason: "required" }] };
  await showPage(() => <Steps failure={failure} finish={() => {}} />);
  await focus(byRole("textbox", "Nimesi"));
  await type("x");
  await press("Enter");
  expect(allByRole("alert")).toEqual([]);
  await focus(byRole("button", "Lähetä"));
  await press("Enter");
  expect(focused()).toHaveTextContent("Nimesi: Tämä kenttä on pakollinen");
  // The field stands in another step.
  expect(allByRole("link")).toEqual([]);
  await focus(byRole("button", "Takaisin"));
  await press("Enter");
  expect(byRole("textbox", "Nimesi")).toBeInvalid();
});
