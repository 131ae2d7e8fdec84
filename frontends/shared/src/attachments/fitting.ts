/** Pictures with more pixels than the server takes, as the cameras of newer telephones make them, are made smaller before they are sent. */

/** Files below have no more pixels than the server takes, or so few details that it may say so itself. In bytes. */
const small = 256 * 1024;
const quality = 0.9;

const types: Readonly<Record<string, string>> = { jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png" };
const known = new WeakMap<File, File>();

/** The file itself when it fits or cannot be looked at here. The same file each time: what is sent again must be what was sent. */
export async function fitting(file: File, maxPixels: number | undefined): Promise<File> {
  const type = types[file.name.split(".").at(-1)?.toLowerCase() ?? ""];
  if (!maxPixels || !type || file.size < small) return file;
  const before = known.get(file);
  if (before) return before;
  const smaller = await madeSmaller(file, type, maxPixels).catch(() => file);
  known.set(file, smaller);
  return smaller;
}

async function madeSmaller(file: File, type: string, maxPixels: number): Promise<File> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.sqrt(maxPixels / (picture.width * picture.height));
    if (scale >= 1) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.floor(picture.width * scale);
    canvas.height = Math.floor(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    return drawn ? new File([drawn], file.name, { type }) : file;
  } finally {
    picture.close();
  }
}
