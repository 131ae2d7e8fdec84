/** Where residents reach their app, without a slash at the end, as the gateway writes it into the page (shell.rs); undefined where it does not. */
export const residentAddress = (): string | undefined =>
  document.documentElement.dataset.residentUrl?.replace(/\/+$/, "") || undefined;
