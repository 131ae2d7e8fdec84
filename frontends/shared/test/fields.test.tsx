import { act, useState } from "react";
import { expect, it } from "vitest";
import {
  Checkbox,
  ComboBox,
  DateField,
  ErrorSummary,
  NumberField,
  RadioGroup,
  SearchField,
  Switch,
  TimeField,
} from "../src/ui";
import { allByRole, byRole, focus, focused, press, settle, show, type } from "./screen";

/** Holds a value as a screen does, and tells each change. */
function Holder<T>({
  start,
  told,
  children,
}: {
  readonly start: T;
  readonly told: T[];
  readonly children: (value: T, change: (value: T) => void) => React.ReactNode;
}) {
  const [value, set] = useState(start);
  return children(value, (next) => {
    told.push(next);
    set(next);
  });
}

it("checks a box by Space, with its error", async () => {
  const told: boolean[] = [];
  await show(
    <Holder start={false} told={told}>
      {(value, change) => <Checkbox error="Vaaditaan" isSelected={value} label="Hyväksyn" onChange={change} />}
    </Holder>,
  );
  const box = byRole("checkbox", "Hyväksyn");
  expect(box).toHaveAccessibleDescription("Vaaditaan");
  expect(box).toBeInvalid();
  await focus(box);
  await press(" ");
  expect(told).toEqual([true]);
  expect(box).toBeChecked();
});

it("names a box without words of its own", async () => {
  await show(<Checkbox aria-label="Valitse Aino" isIndeterminate isSelected={false} onChange={() => {}} />);
  expect(byRole("checkbox", "Valitse Aino")).toBePartiallyChecked();
});

it("moves through radios by arrows", async () => {
  const told: string[] = [];
  const options = [
    { id: "a", label: "Puhelu", description: "Soitamme sinulle" },
    { id: "b", label: "Käynti" },
  ];
  await show(
    <Holder start={"a" as string} told={told}>
      {(value, change) => <RadioGroup label="Tapa" onChange={change} options={options} value={value} />}
    </Holder>,
  );
  expect(byRole("radiogroup", "Tapa")).toBeInTheDocument();
  expect(byRole("radio", "Puhelu")).toHaveAccessibleDescription("Soitamme sinulle");
  await focus(byRole("radio", "Puhelu"));
  await press("ArrowDown");
  expect(told).toEqual(["b"]);
  expect(focused()).toBe(byRole("radio", "Käynti"));
});

it("turns a switch on by Space", async () => {
  const told: boolean[] = [];
  await show(
    <Holder start={false} told={told}>
      {(value, change) => <Switch hint="Heti" isSelected={value} label="Ilmoitukset" onChange={change} />}
    </Holder>,
  );
  const control = byRole("switch", "Ilmoitukset");
  expect(control).toHaveAccessibleDescription("Heti");
  await focus(control);
  await press(" ");
  expect(told).toEqual([true]);
});

it("counts a number up and down and takes what is typed, the Finnish way", async () => {
  const told: (number | null)[] = [];
  await show(
    <Holder start={null as number | null} told={told}>
      {(value, change) => (
        <NumberField label="Lämpö" max={42} min={35} name="heat" onChange={change} step={0.1} value={value} />
      )}
    </Holder>,
  );
  const input = byRole("textbox", "Lämpö") as HTMLInputElement;
  expect(input.name).toBe("heat");
  await focus(input);
  await type("37,5");
  await press("Tab");
  await press("ArrowUp");
  expect(told).toEqual([37.5]);
  await focus(input);
  await press("ArrowUp");
  expect([told.at(-1), input.value]).toEqual([37.6, "37,6"]);
});

it("empties a search by Escape and sends it by Enter", async () => {
  const told: string[] = [];
  const sent: string[] = [];
  await show(
    <Holder start="" told={told}>
      {(value, change) => (
        <SearchField label="Hae" onChange={change} onSubmit={(text) => sent.push(text)} value={value} />
      )}
    </Holder>,
  );
  await focus(byRole("searchbox", "Hae"));
  await type("ai");
  await press("Enter");
  await press("Escape");
  expect([told, sent]).toEqual([["a", "ai", ""], ["ai"]]);
});

it("finds one of many by typing, and says when there is none", async () => {
  const told: (string | null)[] = [];
  const options = [
    { id: "1", label: "Inari" },
    { id: "2", label: "Utsjoki" },
  ];
  await show(
    <Holder start={null as string | null} told={told}>
      {(value, change) => <ComboBox label="Kunta" name="place" onChange={change} options={options} value={value} />}
    </Holder>,
  );
  const input = byRole("combobox", "Kunta") as HTMLInputElement;
  await focus(input);
  await type("uts");
  expect(allByRole("option").map((option) => option.textContent)).toEqual(["Utsjoki"]);
  await press("ArrowDown");
  await press("Enter");
  expect([told, input.value, focused()]).toEqual([["2"], "Utsjoki", input]);
  await type("q");
  await settle();
  expect(byRole("listbox").textContent).toContain("Ei tuloksia");
});

it("takes a date in the order of the language, and from the calendar", async () => {
  const told: (string | null)[] = [];
  await show(
    <Holder start={null as string | null} told={told}>
      {(value, change) => <DateField hint="Arvio riittää" label="Alkoi" name="began" onChange={change} value={value} />}
    </Holder>,
  );
  expect(byRole("group", "Alkoi")).toHaveAccessibleDescription(/Arvio riittää/);
  const [day] = allByRole("spinbutton");
  await focus(day as HTMLElement);
  await type("5");
  await type("3");
  await type("2026");
  expect(told.at(-1)).toBe("2026-03-05");
  await focus(byRole("button", /Alkoi/));
  await press("Enter");
  expect(byRole("dialog")).toBeInTheDocument();
  await press("ArrowRight");
  await press("Enter");
  await settle(50);
  expect(told.at(-1)).toBe("2026-03-06");
  expect(allByRole("dialog")).toEqual([]);
});

it("takes a time of day without morning and evening", async () => {
  const told: (string | null)[] = [];
  await show(
    <Holder start={null as string | null} told={told}>
      {(value, change) => <TimeField label="Kello" onChange={change} value={value} />}
    </Holder>,
  );
  const segments = allByRole("spinbutton");
  expect(segments).toHaveLength(2);
  await focus(segments[0] as HTMLElement);
  await type("1");
  await type("4");
  await type("0");
  await type("5");
  expect(told.at(-1)).toBe("14:05");
});

it("brings the focus from the summary of errors to the first part of a date", async () => {
  await show(
    <>
      <ErrorSummary errors={[{ field: "began", text: "Alkoi: vaaditaan" }]} tries={1} />
      <DateField error="vaaditaan" label="Alkoi" name="began" onChange={() => {}} value={null} />
    </>,
  );
  await focus(byRole("link", "Alkoi: vaaditaan"));
  await press("Enter");
  expect(focused()).toBe(allByRole("spinbutton")[0]);
});

interface Tried {
  readonly errors: readonly string[];
  readonly tries: number;
}

it("puts the focus on the summary once per try, and leaves it where somebody types when something is wrong again meanwhile", async () => {
  let put: (tried: Tried) => void = () => {};
  await show(
    <Holder<Tried> start={{ errors: ["Alkoi: vaaditaan"], tries: 1 }} told={[]}>
      {({ errors, tries }, change) => {
        put = change;
        return (
          <>
            <ErrorSummary errors={errors.map((text) => ({ text }))} tries={tries} />
            <Checkbox isSelected={false} label="Hyväksyn" onChange={() => {}} />
          </>
        );
      }}
    </Holder>,
  );
  expect(focused()).toBe(byRole("alert"));
  await focus(byRole("checkbox", "Hyväksyn"));
  for (const errors of [[], ["Alkoi: päivä on jo mennyt"]]) {
    await act(async () => put({ errors, tries: 1 }));
    expect(focused()).toBe(byRole("checkbox", "Hyväksyn"));
  }
  await act(async () => put({ errors: ["Alkoi: päivä on jo mennyt"], tries: 2 }));
  expect(focused()).toBe(byRole("alert"));
});
