/** Browsers in which nothing can be kept. */
import { vi } from "vitest";

const refuses = (name: string) => () => {
  throw new DOMException("the browser says no", name);
};

/** One that takes nothing, and has what it was given before. */
function full(before: Readonly<Record<string, string>>): Storage {
  const storage = {
    ...before,
    getItem: (name: string) => before[name] ?? null,
    setItem: refuses("QuotaExceededError"),
    removeItem: () => {},
  };
  return storage as unknown as Storage;
}

/** What the browser answers with when it is asked for a storage. */
const answers = {
  forbidden: refuses("SecurityError"),
  absent: () => null as unknown as Storage,
  full: () => full({}),
} as const;

export type Without = keyof typeof answers;

export const withouts = Object.keys(answers) as readonly Without[];

/** Until `vi.restoreAllMocks()`. */
export function browseWithout(how: Without): void {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    vi.spyOn(window, name, "get").mockImplementation(answers[how]);
  }
}

/** A storage that is full of this. */
export function browseFull(before: Readonly<Record<string, string>>): void {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    vi.spyOn(window, name, "get").mockReturnValue(full(before));
  }
}
