/**
 * The order of the test files: by their paths, and the one that looks at what all others left behind at the end. The
 * runner's own order follows sizes and the times of the last run, so that a first run would differ from the next.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const isLast = (file: TestSpecification) => file.moduleId.endsWith("/privacy.test.ts");

export class PrivacyLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) => Number(isLast(one)) - Number(isLast(other)) || (one.moduleId < other.moduleId ? -1 : 1),
    );
  }
}
