/** How long the browser may take to read what it was handed, in milliseconds. */
const keptMs = 40_000;

/** Hands the file of an appointment to the browser, which gives it to the person's calendar or keeps it. */
export function saveCalendarFile(base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "text/calendar;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "kajo.ics";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
