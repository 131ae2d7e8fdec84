/** Which free times are looked at: those of a day, or of the week that begins with it. Kept by the page, for the way back. */
export interface Look {
  /** "2026-11-27"; null: none was chosen yet. */
  readonly day: string | null;
  readonly isWeek: boolean;
  /** The month of the calendar, where it is not that of the day. */
  readonly month?: string;
}
