// @vitest-environment node
import { expect, it, vi } from "vitest";
import { type CatalogueModule, speak } from "../src/i18n";
import { withTexts } from "../src/i18n/parts";
import { explained } from "../src/rpc/explained";

const catalogue = (part: () => Promise<{ default: unknown }>) =>
  Promise.resolve({ default: { "app.name": "Kajo" }, parts: { inbox: part } });

function later<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

it("hands code out when its texts are there, and not before", async () => {
  const { promise, resolve } = later<{ default: unknown }>();
  const intl = await speak(
    "fi",
    catalogue(() => promise),
  );
  const order: string[] = [];
  const code = withTexts(["inbox"], async () => "page").then((page) => {
    order.push(page);
    return intl.formatMessage({ id: "inbox.greeting" }, { name: "Eino" });
  });
  await Promise.resolve();
  order.push("texts");
  resolve({
    default: {
      "inbox.greeting": [
        { type: 0, value: "Hei " },
        { type: 1, value: "name" },
      ],
    },
  });
  expect(await code).toBe("Hei Eino");
  expect(order).toEqual(["texts", "page"]);
});

it("asks for code and texts at once, and for texts only once the language is known", async () => {
  const part = vi.fn(async () => ({ default: {} }));
  const { promise, resolve } = later<CatalogueModule>();
  const speaking = speak("sv", promise);
  const load = vi.fn(async () => "page");
  const code = withTexts(["inbox"], load);
  expect(load).toHaveBeenCalledOnce();
  expect(part).not.toHaveBeenCalled();
  resolve(await catalogue(part));
  await Promise.all([speaking, code]);
  expect(part).toHaveBeenCalledOnce();
});

it("fails as the code does when texts cannot be fetched, and can be asked again", async () => {
  const lost = new Error("not fetched");
  const part = vi.fn<() => Promise<{ default: unknown }>>(() => Promise.reject(lost));
  await speak("fi", catalogue(part));
  await expect(withTexts(["inbox"], async () => "page")).rejects.toBe(lost);
  part.mockImplementation(async () => ({ default: {} }));
  expect(await withTexts(["inbox"], async () => "page")).toBe("page");
});

it("names an area whose texts are nowhere", async () => {
  await speak("fi", Promise.resolve({ default: {} }));
  await expect(withTexts(["inbox"], async () => "page")).rejects.toThrow("there are no texts of inbox");
});

const taken = { "error.reason.slot_taken": "Aika on jo varattu." };

it("knows why a call is refused by the time its refusal is shown, and asks for it once", async () => {
  const part = vi.fn(async () => ({ default: taken }));
  const intl = await speak("fi", Promise.resolve({ default: {}, parts: { reasons: part } }));
  const failure = { code: 9, reason: "slot_taken", params: {}, fields: [], traceId: "t" };
  expect(await Promise.all([explained(failure), explained(failure)])).toEqual([failure, failure]);
  expect(intl.formatMessage({ id: "error.reason.slot_taken" })).toBe("Aika on jo varattu.");
  await explained({ ...failure, reason: undefined, fields: [{ field: "topic", reason: "too_long" }] });
  expect(part).toHaveBeenCalledOnce();
});

it("shows a failure also when nobody can say why, and asks again with the next one", async () => {
  const part = vi.fn<() => Promise<{ default: unknown }>>(() => Promise.reject(new Error("not fetched")));
  await speak("fi", Promise.resolve({ default: {}, parts: { reasons: part } }));
  const lost = { code: 14, params: {}, fields: [], traceId: "t" };
  expect(await explained(lost)).toBe(lost);
  expect(part).not.toHaveBeenCalled();
  const refused = { ...lost, reason: "slot_taken" };
  expect(await explained(refused)).toBe(refused);
  await explained(refused);
  expect(part).toHaveBeenCalledTimes(2);
});
