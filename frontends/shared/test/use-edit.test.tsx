import { act, useEffect } from "react";
import { beforeEach, expect, it } from "vitest";
import { draftNames, forgetEdits, loadDraft, saveDraft } from "../src/drafts/draft";
import { type EditState, hasEdit, type Over, useEdit } from "../src/drafts/use-edit";
import { show } from "./screen";

beforeEach(() => {
  for (const name of draftNames()) saveDraft(name, undefined);
});

interface Place {
  readonly name: string;
  readonly address: string;
}

const place: Place = { name: "Lehtola", address: "" };

let edit: EditState<Place, string>;

interface FormProps {
  readonly saved?: Place;
  readonly version?: string;
  readonly over?: Over<Place>;
}

function Form({ saved = place, version = "1", over }: FormProps) {
  const state = useEdit("place", saved, version, over);
  useEffect(() => {
    edit = state;
  });
  return null;
}

const change = (...parts: readonly Partial<Place>[]) =>
  act(async () => {
    for (const part of parts) edit.change(part);
  });

it("follows what is kept until something is typed, and stands over the version that was read from then on", async () => {
  await show(<Form />);
  await show(<Form saved={{ ...place, address: "Katu 1" }} version="2" />);
  expect([edit.value.address, edit.version, edit.isDirty]).toEqual(["Katu 1", "2", false]);
  await change({ name: "Niitty" });
  await show(<Form saved={{ ...place, address: "Katu 2" }} version="3" />);
  expect([edit.value, edit.version]).toEqual([{ name: "Niitty", address: "Katu 1" }, "2"]);
  await act(async () => edit.rebase({ ...place, address: "Katu 2" }, "3"));
  // What was not touched is as it is now.
  expect([edit.value, edit.version]).toEqual([{ name: "Niitty", address: "Katu 2" }, "3"]);
  await act(async () => edit.discard());
  expect([edit.value.address, edit.isDirty]).toEqual(["Katu 2", false]);
});

it("keeps what several fields say in one go, as when the browser fills them in", async () => {
  await show(<Form />);
  await change({ name: "Niitty" }, { address: "Katu 1" });
  expect(edit.value).toEqual({ name: "Niitty", address: "Katu 1" });
});

it("is found again with its version by who comes back, until it is typed back, saved or given up", async () => {
  await show(<Form />);
  expect(hasEdit("place")).toBe(false);
  await change({ name: "Niitty" });
  await show(null);
  expect(hasEdit("place")).toBe(true);

  await show(<Form saved={{ ...place, address: "Katu 9" }} version="7" />);
  const { value, version, isFound, isDirty } = edit;
  expect([value, version, isFound, isDirty]).toEqual([{ name: "Niitty", address: "" }, "1", true, true]);
  await change({ name: "Lehtola" });
  expect([hasEdit("place"), edit.isFound]).toEqual([false, false]);

  await change({ name: "Niitty" });
  edit.forget();
  // What is being left keeps its looks, and nothing of it is found later.
  expect([edit.value.name, hasEdit("place")]).toEqual(["Niitty", false]);
});

it("goes when somebody signs out, and other drafts stay for the server", async () => {
  await show(<Form />);
  await change({ name: "Niitty" });
  saveDraft("reply.1", { text: "Hei" });
  forgetEdits();
  expect([hasEdit("place"), loadDraft("reply.1", { text: "" })]).toEqual([false, { text: "Hei" }]);
});

it("keeps what was typed while a save was under way, over what came of it, and nothing else", async () => {
  await show(<Form />);
  await change({ name: "Niitty" });
  const sent = edit.value;
  await change({ address: "Katu 1" });
  expect(edit.isNewer(sent)).toBe(true);
  await act(async () => edit.settle(sent, { name: "Niitty oy", address: "" }, "2"));
  expect([edit.value, edit.version, edit.isDirty]).toEqual([{ name: "Niitty oy", address: "Katu 1" }, "2", true]);

  await act(async () => edit.settle(edit.value, edit.value, "3"));
  expect([edit.isDirty, hasEdit("place")]).toEqual([false, false]);
});

it("hands over to another form what was typed after it had been sent, and nothing when that was all", async () => {
  await show(<Form />);
  await change({ name: "Niitty" });
  const sent = edit.value;
  edit.handOver("place.1", sent, "1");
  expect([hasEdit("place"), hasEdit("place.1")]).toEqual([false, false]);
  await change({ address: "Katu 1" });
  edit.handOver("place.1", sent, "1");
  expect([hasEdit("place"), hasEdit("place.1")]).toEqual([false, true]);
});

it("stands over what others saved as its form says", async () => {
  const over: Over<Place> = (newest, { value, saved }) => ({
    ...newest,
    name: value.name.replace(saved.name, newest.name),
  });
  await show(<Form over={over} />);
  await change({ name: "Lehtola ja pojat" });
  await act(async () => edit.rebase({ ...place, name: "Niitty" }, "2"));
  expect(edit.value.name).toBe("Niitty ja pojat");
});
