/** How long the browser may take to read what it was handed, in milliseconds. */
const keptMs = 40_000;

/** Hands a file to the browser to keep. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
