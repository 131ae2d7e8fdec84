/** How texts are formatted, as administrators read and try it; what has no place in a text is neither drawn nor published. */
import { afterAll, expect, it } from "vitest";
import { DocumentKind } from "../../shared/src/rpc/gen/kajo/content/v1/published_document_pb";
import { closeBrowser } from "../support/browser";
import { isWell } from "../support/chats";
import { asAdministrator, documentOf, publishDocument } from "../support/documents";
import { adminPage, topic } from "../support/people";
import { refusedFields } from "../support/rpc";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const script = "Palvelu on suljettu.\n\n<script>alert(1)</script>";
const scriptLink = "javascript:alert(1)";

it("CMS-06 tells an administrator how texts are formatted, draws what they try, and refuses scripts with the line where they stand", async () => {
  const { page, context } = await adminPage(`${practitionerUrl}/fi/admin`, "Hallintapaneeli", 360);
  const ran: string[] = [];
  page.on("dialog", async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  const main = page.getByRole("main");
  await main.getByRole("link", { name: /^Markdown-ohje/ }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Markdown-ohje" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/fi/admin/markdown");
  // What becomes of each example stands beside it.
  const links = ["https:", "mailto:", "tel:"].map((scheme) => `a[href^="${scheme}"]`);
  for (const drawn of ["strong", "em", "ul li", "ol li", ...links]) await main.locator(drawn).first().waitFor();
  await isWell(page);

  const tried = page.getByRole("textbox", { name: /^Kokeile/ });
  const preview = page.getByRole("region", { name: "Esikatselu" });
  const draws = async (word: string) => {
    await tried.fill(`Palvelu on **${word}** huollon ajan.`);
    await preview.getByRole("strong").getByText(word, { exact: true }).waitFor();
  };
  await draws("suljettu");
  await isWell(page);
  for (const [text, line] of [
    [script, 3],
    [`Tule.\n[Lue lisää](${scriptLink})`, 2],
  ] as const) {
    await tried.fill(text);
    await main
      .getByText(new RegExp(`Rivi(llä)? ${line}\\b`))
      .first()
      .waitFor();
    expect(await main.locator('script, a[href^="javascript:" i]').count()).toBe(0);
    await isWell(page);
  }
  await draws("avoinna");
  expect(ran).toEqual([]);
  await context.close();
});

it("CMS-06 publishes no document with a script in it, and says at which of its fields it stands", async () => {
  const words = (text: string, linkUrl: string) => ({ title: topic("Tiedote"), text, linkText: "Lue lisää", linkUrl });
  const clean = () => words("Palvelu on **suljettu**.", "https://kajo.example/huolto");
  const { ANNOUNCEMENT_INFO } = DocumentKind;
  await asAdministrator(async (http) => {
    const before = await documentOf(http, ANNOUNCEMENT_INFO);
    const hostile = { fi: words(script, scriptLink), sv: clean(), en: clean() };
    expect(await refusedFields(publishDocument(http, ANNOUNCEMENT_INFO, hostile))).toEqual([
      "details.fi.text markdown_refused",
      "details.fi.link_url link_refused",
    ]);
    const { publishedVersion, hasDraft } = await documentOf(http, ANNOUNCEMENT_INFO);
    expect([publishedVersion, hasDraft]).toEqual([before.publishedVersion, before.hasDraft]);
  });
});
