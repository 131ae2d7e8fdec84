export interface TriageSearch {
  /** `questions`: one answers; `result`: what it has come to. Without it: what it is about. */
  readonly step?: "questions" | "result";
}

export function triageSearch({ step }: Record<string, unknown>): TriageSearch {
  return step === "questions" || step === "result" ? { step } : {};
}
