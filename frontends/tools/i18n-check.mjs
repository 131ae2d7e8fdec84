// Checks the catalogues of both apps; names each key that is missing, unused, or does not fit.
import { problems } from "./i18n/all.mjs";

const found = problems();
if (found.length > 0) {
  console.error(found.map((problem) => `i18n: ${problem}`).join("\n"));
  process.exit(1);
}
