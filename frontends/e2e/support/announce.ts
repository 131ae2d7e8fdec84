/** Says once which browser is about to be used, or why there is none. */
import { launch } from "./launch";

export default async function announce(): Promise<void> {
  const browser = await launch();
  console.log(`browser: Chromium ${browser.version()}`);
  await browser.close();
}
