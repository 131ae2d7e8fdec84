/** Dialogs as browsers have them: jsdom knows dialogs without their methods. */
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  const before = document.activeElement;
  this.open = true;
  this.querySelector<HTMLElement>("button, input, select, textarea, a[href]")?.focus();
  this.addEventListener("close", () => (before as HTMLElement | null)?.focus(), { once: true });
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};
