export interface PublicFormSearch {
  /** `questions`: one answers; `sent`: one has just sent it. Without it: what it is about. */
  readonly step?: "questions" | "sent";
}

export function publicFormSearch({ step }: Record<string, unknown>): PublicFormSearch {
  return step === "questions" || step === "sent" ? { step } : {};
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** A form was sent here: an address alone tells of nothing that was sent. */
    publicFormSent?: true | undefined;
  }
}
