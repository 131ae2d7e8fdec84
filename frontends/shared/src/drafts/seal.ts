/** Seals what lies in the tab. Where the browser has no cryptography, as without https, nothing lies there at all. */
import { base64Of, bytesOf } from "../files";

export interface TabKey {
  readonly key: CryptoKey;
}

const ivBytes = 12;

/** `secret`: as the gateway says it, in base64. */
export async function tabKey(secret: string): Promise<TabKey | undefined> {
  // Not there in a page that came without https.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  const key = await subtle.importKey("raw", bytesOf(secret), "AES-GCM", false, ["encrypt", "decrypt"]);
  return { key };
}

/** `name`: where it lies; it opens nowhere else. */
export async function sealed({ key }: TabKey, name: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const hidden = await crypto.subtle.encrypt(method(iv, name), key, new TextEncoder().encode(text));
  return base64Of(new Uint8Array([...iv, ...new Uint8Array(hidden)]));
}

/** Undefined when it was sealed under another key, or is broken. */
export async function opened({ key }: TabKey, name: string, hidden: string): Promise<string | undefined> {
  try {
    const bytes = bytesOf(hidden);
    const text = await crypto.subtle.decrypt(method(bytes.slice(0, ivBytes), name), key, bytes.slice(ivBytes));
    return new TextDecoder().decode(text);
  } catch {
    return undefined;
  }
}

const method = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(name),
});
