/** Brings a message of the thread into view; one reads on from there. */
export function showMessage(number: number): void {
  const message = document.querySelector<HTMLElement>(`[role="log"] [data-message="${number}"]`);
  if (!message) return;
  // Not before: nobody comes to messages by Tab, or by a press.
  message.tabIndex = -1;
  message.scrollIntoView({ block: "center" });
  message.focus({ preventScroll: true });
}
