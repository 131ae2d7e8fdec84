/**
 * Whose data this tab shows. Every call says it, so that nothing that was written for one person is filed under another when the
 * session acts for somebody else by now, for example because of another tab.
 */

let shown: string | undefined;

/** Whether the tab may go on: it shows one person until their session is over. */
export function showPerson(personId: string): boolean {
  shown ??= personId;
  return shown === personId;
}

/** The session is over, what it has shown is gone, and somebody goes on in the tab. */
export function showNobody(): void {
  shown = undefined;
}

/** What a call says about it; nothing before it is known. */
export function personHeader(): Readonly<Record<string, string>> {
  return shown === undefined ? {} : { "x-kajo-person": shown };
}
