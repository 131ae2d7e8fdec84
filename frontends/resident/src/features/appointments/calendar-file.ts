import { bytesOf, save } from "@kajo/shared/files";

/** Hands the file of an appointment to the browser, which gives it to the person's calendar or keeps it. */
export function saveCalendarFile(base64: string): void {
  save(new Blob([bytesOf(base64)], { type: "text/calendar;charset=utf-8" }), "kajo.ics");
}
