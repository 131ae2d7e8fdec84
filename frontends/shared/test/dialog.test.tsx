import { act, useState } from "react";
import { expect, it, vi } from "vitest";
import { Button, Dialog, Select } from "../src/ui";
import { byRole, choose, focused, press, show } from "./screen";

function Opened({ onClose, role }: { readonly onClose: () => void; readonly role?: "alertdialog" }) {
  return (
    <Dialog isOpen onClose={onClose} title="Siirrä" {...(role ? { role } : {})}>
      <p>Kenelle?</p>
      <Button onPress={() => {}}>Valitse</Button>
    </Dialog>
  );
}

async function pointer(from: Element, to: Element, common: Element) {
  await act(async () => {
    from.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    to.dispatchEvent(new Event("pointerup", { bubbles: true }));
    // A browser clicks what holds both ends.
    common.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
}

it("begins with what it is about, and has a button to close it", async () => {
  const onClose = vi.fn();
  await show(<Opened onClose={onClose} />);
  expect(focused()).toBe(byRole("button", "Valitse"));
  await press("Tab");
  expect(focused()).toBe(byRole("button", "Sulje"));
  await press("Enter");
  expect(onClose).toHaveBeenCalledOnce();
});

it("closes by a press beside it, and stays when a selection of text ends outside", async () => {
  const onClose = vi.fn();
  await show(<Opened onClose={onClose} />);
  const dialog = document.querySelector("dialog") as HTMLElement;
  const text = dialog.querySelector("p") as HTMLElement;
  await pointer(text, dialog, dialog);
  expect(onClose).not.toHaveBeenCalled();
  await pointer(dialog, dialog, dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

it("wants an answer when it asks: no button to close it, and no press beside it", async () => {
  const onClose = vi.fn();
  await show(<Opened onClose={onClose} role="alertdialog" />);
  const dialog = document.querySelector("dialog") as HTMLElement;
  await pointer(dialog, dialog, dialog);
  expect(onClose).not.toHaveBeenCalled();
  expect(() => byRole("button", "Sulje")).toThrow();
});

function Area({ optional = false }: { readonly optional?: boolean }) {
  const [area, setArea] = useState<string>("");
  return (
    <>
      <Select
        label="Alue"
        onChange={setArea}
        optional={optional}
        options={[{ id: "north", label: "Pohjoinen" }]}
        value={area}
      />
      <output>{area || "nothing"}</output>
    </>
  );
}

it("lets a choice that need not be made be taken back", async () => {
  await show(<Area optional />);
  const list = byRole("combobox");
  expect(list).toHaveDisplayValue("Ei valintaa");
  await choose(list, "Pohjoinen");
  expect(document.querySelector("output")).toHaveTextContent("north");
  await choose(list, "Ei valintaa");
  expect(document.querySelector("output")).toHaveTextContent("nothing");
});

it("asks for a choice that must be made", async () => {
  await show(<Area />);
  const list = byRole("combobox");
  expect(list).toHaveDisplayValue("Valitse");
  await choose(list, "Pohjoinen");
  expect([...(list as HTMLSelectElement).options].map(({ text }) => text)).toEqual(["Pohjoinen"]);
});
