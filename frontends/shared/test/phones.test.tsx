import { expect, it } from "vitest";
import { Prose } from "../src/prose";
import { Phones } from "../src/ui";
import { allByRole, show } from "./screen";

it("lets the numbers of care be pressed, and leaves other figures alone", async () => {
  await show(<Phones>Soita 116 117, hengenvaarassa 112. Huone 1123, kello 11.12.</Phones>);
  expect(allByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["116 117", "tel:116117"],
    ["112", "tel:112"],
  ]);
  expect(document.body).toHaveTextContent("Soita 116 117, hengenvaarassa 112. Huone 1123, kello 11.12.");
});

it("lets them be pressed in a long text as well, in paragraphs and in points, however often", async () => {
  await show(<Prose text={"## Kiire 112\nSoita 112 tai 116 117, ja 112 uudelleen.\n\n- Hätä: 112\n- Muu: 116 117"} />);
  expect(allByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "tel:112",
    "tel:116117",
    "tel:112",
    "tel:112",
    "tel:116117",
  ]);
});
