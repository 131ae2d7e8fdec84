/**
 * What is kept in this browser, by name. A browser may be without storage: where the person forbids it the browser throws when it is only asked
 * for, some shells have none, and a full one takes nothing more. Nothing of that is told to anybody: what cannot be kept is held as long as the
 * page lives. All other code keeps by this alone (rule kajo/no-bare-storage).
 */
export interface Kept {
  readonly get: (name: string) => string | undefined;
  readonly set: (name: string, value: string) => void;
  readonly remove: (name: string) => void;
  /** All names with this beginning. */
  readonly names: (beginning: string) => readonly string[];
  /** Told when another tab has kept or removed it, until the answer is called. */
  readonly subscribe: (name: string, changed: () => void) => () => void;
}

function keptIn(storage: () => Storage | null): Kept {
  const held = new Map<string, string>();
  /** undefined where there is no storage, or it refuses. */
  const ask = <T>(question: (found: Storage) => T): T | undefined => {
    try {
      const found = storage();
      return found ? question(found) : undefined;
    } catch {
      return undefined;
    }
  };
  const put = (name: string, value: string) =>
    ask((found) => {
      found.setItem(name, value);
      return true;
    });
  return {
    get: (name) => held.get(name) ?? ask((found) => found.getItem(name)) ?? undefined,
    set(name, value) {
      if (put(name, value)) held.delete(name);
      else held.set(name, value);
    },
    remove(name) {
      held.delete(name);
      ask((found) => found.removeItem(name));
    },
    names: (beginning) =>
      [...new Set([...held.keys(), ...(ask(Object.keys) ?? [])])].filter((name) => name.startsWith(beginning)),
    subscribe(name, changed) {
      const heard = ({ key }: StorageEvent) => {
        if (key !== name && key !== null) return;
        // What the other tab says is newer.
        held.delete(name);
        changed();
      };
      window.addEventListener("storage", heard);
      return () => window.removeEventListener("storage", heard);
    },
  };
}

/** By all tabs together, and when they are closed. */
export const inBrowser: Kept = keptIn(() => window.localStorage);

/** By this tab alone, also over a reload. */
export const inTab: Kept = keptIn(() => window.sessionStorage);
