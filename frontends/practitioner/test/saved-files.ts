/** What a page hands to the browser to keep: for the tests of one file. */
import { vi } from "vitest";

interface SavedFile {
  readonly name: string;
  readonly file: Blob;
}

/** Files in the order in which they are saved. */
export function savedFiles(): readonly SavedFile[] {
  const files: SavedFile[] = [];
  let handed = new Blob();
  const createObjectURL = (file: Blob) => {
    handed = file;
    return "blob:saved";
  };
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
  // Other links go where they lead.
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download === "") HTMLElement.prototype.click.call(this);
    else files.push({ name: this.download, file: handed });
  };
  return files;
}
