/** One page is for all forms of a category. */
export interface FormSearch {
  /** The queue of the form. */
  readonly form?: string;
  /** `questions`: one answers; `sent`: one has just sent it. Without it: what it is about. */
  readonly step?: "questions" | "sent";
}

export function formSearch({ form, step }: Record<string, unknown>): FormSearch {
  if (typeof form !== "string") return {};
  return step === "questions" || step === "sent" ? { form, step } : { form };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The conversation about the form that was sent here: an address alone tells of nothing that was sent. */
    formSentAs?: string | undefined;
  }
}
