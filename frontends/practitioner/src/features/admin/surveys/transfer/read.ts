/** A file as it is sent to be read as a survey: what is certainly none is not sent. */

/** In bytes: a questionnaire of all items it may have is a fraction of it. */
const most = 700_000;

export type Unsent = "too_large" | "no_json";

type Read = { readonly questionnaire: Uint8Array } | { readonly unsent: Unsent };

export async function readFile(file: Blob): Promise<Read> {
  if (file.size > most) return { unsent: "too_large" };
  try {
    // Letters that no reader would get back are no text. A mark of the order of bytes before it is none of its letters.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    JSON.parse(text);
    return { questionnaire: new TextEncoder().encode(text) };
  } catch {
    return { unsent: "no_json" };
  }
}
