/** Signing in as browsers do, over the redirects of OpenID Connect, without showing a page. */
import type { APIRequestContext, APIResponse } from "playwright-core";

/** Proves to the gateway that no form of another site asks. */
export const platformHeader = { "X-DigitalPlatformAuthorization": "kajo-web" };

/** Where an answer leads, which nobody follows but us. */
function next(answer: APIResponse): string {
  const { location } = answer.headers();
  if (!location) throw new Error(`${answer.url()} answered ${answer.status()} and leads nowhere`);
  return new URL(location, answer.url()).href;
}

/** The hint by which the page of the realm signs a person in when their button is pressed. */
async function hintOf(http: APIRequestContext, realm: string, name: string): Promise<string> {
  const page = await (await http.get(realm)).text();
  const buttons = page.matchAll(/<button type="submit" id="([^"]+)">([^<]+)<\/button>/g);
  for (const [, hint = "", label = ""] of buttons) if (new RegExp(name).test(label)) return hint;
  throw new Error(`nobody at the realm is called ${name}`);
}

const hints = new Map<string, string>();

/**
 * Signs somebody in and stops where the browser would come back to the app: from the app to the realm, where one picks oneself, and back
 * with a code. What presses the buttons of it is in the tests of signing in.
 */
export async function signIn(http: APIRequestContext, app: string, name: string): Promise<void> {
  const begun = await http.post(`${app}/api/session/sign-in`, {
    headers: { ...platformHeader, Origin: app },
    data: { returnTo: "/fi", language: "fi" },
  });
  const { url } = (await begun.json()) as { readonly url: string };
  const key = `${app} ${name}`;
  const hint = hints.get(key) ?? (await hintOf(http, url, name));
  hints.set(key, hint);
  const picked = await http.get(`${url}&login_hint=${hint}`, { maxRedirects: 0 });
  const back = await http.get(next(picked), { maxRedirects: 0 });
  // Whoever is not let in is led to a page that says why, with no session: those tests sign in by hand.
  if (!next(back).startsWith(`${app}/`)) throw new Error(`${name} was led to ${next(back)}`);
}
