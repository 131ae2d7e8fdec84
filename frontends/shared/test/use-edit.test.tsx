import { act, useEffect } from "react";
import { beforeEach, expect, it } from "vitest";
import { draftNames, forgetEdits, loadDraft, saveDraft } from "../src/drafts/draft";
import { type EditState, hasEdit, useEdit } from "../src/drafts/use-edit";
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

function Form({ saved = place, version = "1" }: { readonly saved?: Place; readonly version?: string }) {
  const state = useEdit("place", saved, version);
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
