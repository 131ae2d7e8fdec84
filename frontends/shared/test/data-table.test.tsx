import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { DataTable, type TableColumns, type TableSort } from "../src/ui";
import { allByRole, byRole, choose, focus, focused, press, show } from "./screen";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly age: number;
}

const people: readonly Person[] = [
  { id: "1", name: "Aino", age: 81 },
  { id: "2", name: "Onni", age: 34 },
];

const columns: TableColumns<Person> = [
  { id: "name", label: "Nimi", cell: ({ name }) => name, sortable: true },
  { id: "age", label: "Ikä", cell: ({ age }) => age, align: "end", sortable: true },
];

function People({ told }: { readonly told: unknown[] }) {
  const [sort, setSort] = useState<TableSort>({ column: "name", direction: "ascending" });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      caption="Asiakkaat"
      columns={columns}
      onSelect={(next) => {
        told.push([...next]);
        setSelected(next);
      }}
      onSort={(next) => {
        told.push(next);
        setSort(next);
      }}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rows={people}
      selected={selected}
      sort={sort}
    />
  );
}

afterEach(() => vi.restoreAllMocks());

const width = (px: number) =>
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, px, 10));

it("sorts from its heads by keyboard, and tells the order", async () => {
  const told: unknown[] = [];
  await show(<People told={told} />);
  expect(byRole("table", "Asiakkaat")).toBeInTheDocument();
  expect(allByRole("rowheader").map((head) => head.textContent)).toEqual(["Aino", "Onni"]);
  expect(byRole("columnheader", "Nimi")).toHaveAttribute("aria-sort", "ascending");
  await focus(byRole("button", "Nimi"));
  await press("Enter");
  await focus(byRole("button", "Ikä"));
  await press("Enter");
  expect(told).toEqual([
    { column: "name", direction: "descending" },
    { column: "age", direction: "ascending" },
  ]);
  expect(byRole("columnheader", "Ikä")).toHaveAttribute("aria-sort", "ascending");
  expect(focused()).toBe(byRole("button", "Ikä"));
});

it("chooses one row and all", async () => {
  const told: unknown[] = [];
  await show(<People told={told} />);
  await focus(byRole("checkbox", "Valitse Onni"));
  await press(" ");
  expect(byRole("checkbox", "Valitse kaikki")).toBePartiallyChecked();
  await focus(byRole("checkbox", "Valitse kaikki"));
  await press(" ");
  await press(" ");
  expect(told).toEqual([["2"], ["2", "1"], []]);
});

it("is a list of cards where it is narrow, and sorts from a list there", async () => {
  width(639);
  const told: unknown[] = [];
  await show(<People told={told} />);
  expect(allByRole("table")).toEqual([]);
  expect(byRole("list", "Asiakkaat").children).toHaveLength(2);
  expect(allByRole("listitem")[0]).toHaveTextContent("AinoIkä81");
  expect(byRole("checkbox", "Valitse Aino")).toBeInTheDocument();
  const order = byRole("combobox", "Järjestys") as HTMLSelectElement;
  await choose(order, order.options[1]?.text ?? "");
  expect(told).toEqual([{ column: "name", direction: "descending" }]);
});

it("says what goes on when there are no rows", async () => {
  const table = { caption: "Asiakkaat", columns, rows: [], rowKey: ({ id }: Person) => id };
  await show(<DataTable {...table} isLoading />);
  expect(byRole("status", "Ladataan…")).toBeInTheDocument();
  await show(<DataTable {...table} />);
  expect(document.body).toHaveTextContent("Ei tuloksia");
  await show(<DataTable {...table} empty={<p>Ei vielä ketään</p>} />);
  expect(document.body).toHaveTextContent("Ei vielä ketään");
  await show(<DataTable {...table} error={<p role="alert">Ei onnistu</p>} />);
  expect(byRole("alert")).toHaveTextContent("Ei onnistu");
});
