// @vitest-environment node
import { describe, expect, it } from "vitest";
import { extensionOf, problemWith } from "../src/attachments/limits";
import { shortName } from "../src/attachments/short-name";
import { graphemes } from "../src/ui/graphemes";

const limits = { maxAttachmentMegabytes: 10, maxAttachments: 3, allowedExtensions: [".jpg", ".pdf"] };

describe("a file before it is sent", () => {
  it("is refused with the largest size, or with the list of types", () => {
    expect(problemWith({ name: "a.pdf", size: 10 * 1024 * 1024 }, limits)).toBeUndefined();
    expect(problemWith({ name: "a.pdf", size: 10 * 1024 * 1024 + 1 }, limits)).toMatchObject({
      reason: "file_too_large",
      params: { max: "10" },
    });
    expect(problemWith({ name: "a.exe", size: 1 }, limits)).toMatchObject({
      reason: "file_type_not_supported",
      params: { allowed: ".jpg, .pdf" },
    });
  });

  it("is refused when there is nothing in it", () => {
    expect(problemWith({ name: "a.pdf", size: 0 }, limits)).toMatchObject({ reason: "file_empty" });
  });

  it("has its type from its ending, in whatever case", () => {
    expect(extensionOf("KUVA.JPG")).toBe(".jpg");
    expect(extensionOf("a.pdf.exe")).toBe(".exe");
    expect(extensionOf("README")).toBe("");
    expect(extensionOf(".pdf")).toBe("");
  });
});

describe("the name of a file", () => {
  it("is shown whole unless it is long, and then with its beginning and its ending", () => {
    expect(shortName("lähete.pdf")).toBe("lähete.pdf");
    const short = shortName("Keskussairaalan_loppuarvio_polven_tekonivelleikkauksesta_2026-11-21.pdf");
    expect(short).toBe("Keskussairaalan_loppu…2026-11-21.pdf");
  });
});

describe("the length of a text", () => {
  it.each([
    ["", 0],
    ["äö", 2],
    ["a\u0308", 1],
    ["👨‍👩‍👧", 1],
    ["🇫🇮", 1],
    ["\r\n", 1],
  ])("counts what people see: %j is %i", (text, length) => {
    expect(graphemes(text)).toBe(length);
  });
});
