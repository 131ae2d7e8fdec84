// The workplace's HTTP: the page, the texts, and what the page asks to check and to write.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { languageNames } from "../i18n/languages.mjs";
import { conditions, states } from "../i18n/states.mjs";
import { refusalOf } from "./guard.mjs";
import { previewOf } from "./preview.mjs";
import { Refusal } from "./store.mjs";

const page = fileURLToPath(new URL("page/", import.meta.url));
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };
/** Larger than any text, smaller than what would fill the memory. */
const bodyLimit = 100_000;

/** The files of the page by path; nothing else of the disk can be asked for. */
const files = new Map(readdirSync(page).map((name) => [name === "index.html" ? "/" : `/${name}`, join(page, name)]));

export function createWorkplace(store) {
  const questions = {
    "/api/texts": () => ({ languages: languageNames, states, conditions, ...store.overview() }),
  };
  const commands = {
    "/api/check": (wish) => ({ problems: store.check(wish), preview: previewOf(wish.text, wish.language) }),
    "/api/save": (wish) => ({ translation: store.save(wish), counts: store.overview().counts }),
    "/api/confirm": (wish) => ({ translation: store.confirm(wish), counts: store.overview().counts }),
  };

  async function answer(request) {
    const path = new URL(request.url, "http://localhost").pathname;
    const reason = refusalOf(request);
    if (reason) return json(403, { problems: [{ message: reason }] });
    if (request.method === "GET" && files.has(path)) return file(files.get(path));
    const work = (request.method === "GET" ? questions : request.method === "POST" ? commands : {})[path];
    if (!work) return json(404, { problems: [{ message: "not found" }] });
    return json(200, work(request.method === "POST" ? await body(request) : undefined));
  }

  return createServer((request, response) => {
    answer(request)
      .catch((error) => {
        if (error instanceof Refusal) return json(error.status, { problems: error.problems });
        console.error(error);
        return json(500, { problems: [{ message: `not done: ${error.message}` }] });
      })
      .then(({ status, type, content }) => {
        response.writeHead(status, {
          "content-type": `${type}; charset=utf-8`,
          "cache-control": "no-store",
          "content-security-policy": "default-src 'self'; img-src data:; frame-ancestors 'none'",
          "x-content-type-options": "nosniff",
        });
        response.end(content);
      });
  });
}

function json(status, value) {
  return { status, type: "application/json", content: JSON.stringify(value) };
}

function file(path) {
  return { status: 200, type: types[extname(path)], content: readFileSync(path) };
}

async function body(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bodyLimit) throw new Refusal(413, [{ field: "text", message: "the text is too long" }]);
    chunks.push(chunk);
  }
  try {
    const wish = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return { ...wish, text: String(wish.text ?? ""), source: String(wish.source ?? "") };
  } catch {
    throw new Refusal(400, [{ field: "text", message: "not JSON" }]);
  }
}

/** Listens on this machine alone, on the first free port from `first` on; answers with the address. */
export async function listen(server, first) {
  for (let port = first; ; port += 1) {
    try {
      await new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, "127.0.0.1", () => {
          server.off("error", reject);
          resolve();
        });
      });
      return `http://127.0.0.1:${server.address().port}`;
    } catch (error) {
      if (error.code !== "EADDRINUSE" || port >= first + 50) throw error;
    }
  }
}
