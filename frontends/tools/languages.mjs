// The translators' workplace: prints the address of a page on which every text can be read, checked and saved.
import { createWorkplace, listen } from "./languages/server.mjs";
import { openStore } from "./languages/store.mjs";

const address = await listen(createWorkplace(openStore()), 5190);
console.log(`Texts of Kajo: ${address} (Ctrl-C ends)`);
