import { useToast } from "../ui";

/** What is told in passing. */
interface Told {
  readonly copied: string;
  readonly notCopied: string;
}

/**
 * Puts a text on the clipboard. Answers whether it stands there: false, the browser does not let us. Either is told in a toast; without
 * `told` nothing is, where the page says it in a place of its own.
 */
export function useCopy(): (text: string, told?: Told) => Promise<boolean> {
  const toast = useToast();
  return async (text, told) => {
    const isCopied = await written(text);
    if (told) toast(isCopied ? "success" : "danger", isCopied ? told.copied : told.notCopied);
    return isCopied;
  };
}

/** There is no clipboard at all where the page does not come over an encrypted connection: that is caught, too. */
async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
