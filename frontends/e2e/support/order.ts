/**
 * Which test files run, and in which order: by their paths, and the one that looks at what all others left behind at the end.
 * The runner's own order follows sizes and the times of the last run, so that a first run would differ from the next.
 */
import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** First letters, as "a-m": the files of one of several runs, each with a stack of its own. Unset: all. */
const [first = "a", last = "z"] = process.env.KAJO_E2E_PART?.split("-") ?? [];

const nameOf = (file: TestSpecification) => basename(file.moduleId);
const isLast = (file: TestSpecification) => nameOf(file) === "privacy.test.ts";

/** Every run leaves something behind, so that the last file belongs to each. */
function isOurs(file: TestSpecification): boolean {
  const letter = nameOf(file).charAt(0);
  // The outer parts take in what begins with no letter: no file belongs to none.
  return isLast(file) || ((first === "a" || letter >= first) && (last === "z" || letter <= last));
}

export class InParts extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
      .filter(isOurs)
      .toSorted(
        (one, other) => Number(isLast(one)) - Number(isLast(other)) || (one.moduleId < other.moduleId ? -1 : 1),
      );
  }
}
