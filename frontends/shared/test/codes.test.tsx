import { expect, it } from "vitest";
import { Banner, Codes } from "../src/ui";
import { show } from "./screen";

const code = "0123456789abcdef0123456789abcdef";
const number = "0190f5a0-0000-7000-8000-000000000001";

/** What stays in one piece at the end of a line. */
const whole = () => [...document.querySelectorAll("span[translate=no]")].map(({ textContent }) => textContent);

it("keeps codes of errors and numbers of receipts whole, and leaves other words alone", async () => {
  await show(<Codes>{`Virhekoodi: ${code}. Kuitti ${number}, kello 11.12.`}</Codes>);
  expect(whole()).toEqual([code, number]);
  expect(document.body).toHaveTextContent(`Virhekoodi: ${code}. Kuitti ${number}, kello 11.12.`);
});

it("keeps them whole in a notice as well", async () => {
  await show(<Banner tone="danger">{`Viestiä ei lähetetty. Virhekoodi: ${code}`}</Banner>);
  expect(whole()).toEqual([code]);
});
