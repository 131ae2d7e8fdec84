/** Of an address: where one wanted to go before; a path of this app, with its language. */
export function returnToSearch({ returnTo }: Record<string, unknown>): { returnTo?: string } {
  return typeof returnTo === "string" && /^\/(?![/\\])/.test(returnTo) ? { returnTo } : {};
}

/** Of the page to sign in: also that the gateway found the cookie of the sign-in missing, when the browser came back from the realm. */
export function signInSearch(search: Record<string, unknown>): { returnTo?: string; cookies?: "missing" } {
  return { ...returnToSearch(search), ...(search.cookies === "missing" ? { cookies: "missing" } : {}) };
}
