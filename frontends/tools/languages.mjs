// The translators' workplace: prints the address of a page on which every text can be read, checked and saved. With words behind it:
// `add FOLDER KEY fi=.. en=..` writes a text into its files, `mark` gives their marks to texts that were written by hand.
import { add, fill } from "./languages/marks.mjs";
import { createWorkplace, listen } from "./languages/server.mjs";
import { openStore } from "./languages/store.mjs";

const usage = "usage: ./just languages [mark | add shared|resident|practitioner KEY fi='..' en='..' sv='..' ..]";

async function serve() {
  const address = await listen(createWorkplace(openStore()), 5190);
  console.log(`Texts of Kajo: ${address} (Ctrl-C ends)`);
}

function mark() {
  const filled = fill(openStore());
  console.log([...filled, `${filled.length} marked`].join("\n"));
}

function write(folder, key, words) {
  const texts = Object.fromEntries(words.map((word) => [word.split("=")[0], word.slice(word.indexOf("=") + 1)]));
  const open = add(openStore(), folder, key, texts);
  console.log(
    open.length > 0 ? `${key} is still to be said in ${open.join(", ")}` : `${key} is there in all languages`,
  );
}

const [verb, ...rest] = process.argv.slice(2);
try {
  if (verb === undefined) await serve();
  else if (verb === "mark" && rest.length === 0) mark();
  else if (verb === "add" && rest.length > 2 && rest.slice(2).every((word) => /^[a-z]+=./.test(word))) {
    write(rest[0], rest[1], rest.slice(2));
  } else throw new Error(usage);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
