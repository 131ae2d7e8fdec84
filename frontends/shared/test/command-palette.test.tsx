import { expect, it } from "vitest";
import { type Command, CommandPalette, Dialog } from "../src/ui";
import { allByRole, byRole, focus, focused, press, settle, show, type } from "./screen";

function commands(told: string[]): readonly Command[] {
  const command = (id: string, label: string, group: string, more: Partial<Command> = {}) => ({
    id,
    label,
    group,
    onAction: () => told.push(id),
    ...more,
  });
  return [
    command("inbox", "Saapuneet", "Siirry", { shortcut: "G S" }),
    command("queue", "Jono", "Siirry", { keywords: ["odottavat"] }),
    command("new", "Uusi viesti", "Tee"),
  ];
}

const marked = () => document.getElementById(focused().getAttribute("aria-activedescendant") ?? "")?.textContent;

it("opens by Ctrl+K, takes a command found by another word, and gives the focus back", async () => {
  const told: string[] = [];
  await show(
    <>
      <button type="button">Ennen</button>
      <CommandPalette commands={commands(told)} />
    </>,
  );
  const before = byRole("button", "Ennen");
  await focus(before);
  await press("k", { ctrlKey: true });
  expect(byRole("dialog", "Komennot")).toBeInTheDocument();
  expect(focused()).toBe(byRole("searchbox", "Etsi komentoa"));
  expect(allByRole("menuitem").map((item) => item.textContent)).toEqual(["SaapuneetG S", "Jono", "Uusi viesti"]);
  expect(allByRole("group", "Siirry")).toHaveLength(1);
  await type("ODOTT");
  await settle(50);
  expect(allByRole("menuitem").map((item) => item.textContent)).toEqual(["Jono"]);
  expect(byRole("status")).toHaveTextContent("1 tulos");
  await press("ArrowDown");
  expect(marked()).toBe("Jono");
  await press("Enter");
  await settle(50);
  expect([told, allByRole("dialog"), focused()]).toEqual([["queue"], [], before]);
});

it("goes through the commands by arrows, closes by Escape, and starts anew", async () => {
  const told: string[] = [];
  await show(<CommandPalette commands={commands(told)} />);
  await press("K", { metaKey: true });
  await press("ArrowDown");
  await press("ArrowDown");
  expect(marked()).toBe("Jono");
  await type("zz");
  await settle(50);
  expect(byRole("dialog")).toHaveTextContent("Ei tuloksia");
  await press("Escape");
  await press("Escape");
  await settle(50);
  expect([told, allByRole("dialog")]).toEqual([[], []]);
  await press("k", { ctrlKey: true });
  expect(byRole("searchbox")).toHaveValue("");
});

it("stays closed while another dialog is open", async () => {
  await show(
    <>
      <CommandPalette commands={commands([])} />
      <Dialog isOpen onClose={() => {}} title="Toinen">
        <p>Auki</p>
      </Dialog>
    </>,
  );
  await press("k", { ctrlKey: true });
  expect(allByRole("dialog")).toHaveLength(1);
});
