/** Of an address: where one wanted to go before; a path of this app, with its language. */
export function returnToSearch({ returnTo }: Record<string, unknown>): { returnTo?: string } {
  return typeof returnTo === "string" && /^\/(?![/\\])/.test(returnTo) ? { returnTo } : {};
}
