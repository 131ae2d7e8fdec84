// @vitest-environment node
import { describe, expect, it } from "vitest";
import { blocksOf } from "../src/prose/blocks";

describe("a long text", () => {
  it("has headings, paragraphs and lists, with and without empty lines between them", () => {
    expect(blocksOf("Alku\njatkuu\n\n## Otsikko\nHeti perään\n- yksi\n- kaksi\nTeksti\n\n\nLoppu")).toEqual([
      { kind: "paragraph", lines: ["Alku", "jatkuu"] },
      { kind: "heading", text: "Otsikko" },
      { kind: "paragraph", lines: ["Heti perään"] },
      { kind: "list", points: ["yksi", "kaksi"] },
      { kind: "paragraph", lines: ["Teksti"] },
      { kind: "paragraph", lines: ["Loppu"] },
    ]);
    expect(blocksOf("")).toEqual([]);
  });

  it("takes what only looks like markup as it is", () => {
    expect(blocksOf("##Otsikko\n-5 astetta")).toEqual([{ kind: "paragraph", lines: ["##Otsikko", "-5 astetta"] }]);
  });
});
