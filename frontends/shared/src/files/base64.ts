/** Bytes as the JSON of the contract writes them. */

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));

export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(""));
