import { expect, it, vi } from "vitest";
import { type CatalogueModule, speak } from "../src/i18n";
import { withTexts } from "../src/i18n/parts";

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
