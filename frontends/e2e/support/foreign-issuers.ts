/** Two realms of an OpenID provider that is not ours: oidc-provider, certified by the OpenID Foundation. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider, { type Configuration } from "oidc-provider";
import type { Page } from "playwright-core";

/** What a realm knows of a person, who signs in by the subject. */
type Account = Readonly<Record<string, unknown>> & { readonly sub: string };

export interface Realm {
  /** Where the app is that people come from and go back to. */
  readonly app: string;
  readonly accounts: readonly Account[];
}

function configuration({ app, accounts }: Realm): Configuration {
  return {
    clients: [
      {
        client_id: "kajo",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code"],
        response_types: ["code"],
        redirect_uris: [`${app}/api/session/callback`],
        post_logout_redirect_uris: [`${app}/`, app],
      },
    ],
    claims: { openid: ["sub"], profile: ["given_name", "family_name", "ssn", "non_disclosure"] },
    // Names and codes stand in the identity token, as in those of national identification.
    conformIdTokenClaims: false,
    // Signing out by POST, so that the hint with its names stands in no address. The provider wants SameSite=None for it.
    enableHttpPostMethods: true,
    cookies: { keys: ["a key of this test alone"], long: { sameSite: "none" } },
    findAccount(_, subject) {
      const account = accounts.find(({ sub }) => sub === subject);
      return account && { accountId: subject, claims: () => account };
    },
  };
}

/** Browsers keep a SameSite=None only with Secure, which they take from localhost over http as well; the provider does not say it there. */
function secured(response: ServerResponse): ServerResponse {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    set(
      name,
      Array.isArray(value) ? value.map((each) => each.replace(/samesite=none/i, "samesite=none; secure")) : value,
    );
  return response;
}

type Mounted = IncomingMessage & { originalUrl?: string };

/** Identifies at the provider's own pages: who, and that the app may know. */
export async function identify(page: Page, subject: string): Promise<void> {
  await page.locator("input[name=login]").fill(subject);
  await page.locator("input[name=password]").fill("any");
  await page.getByRole("button", { name: /sign-in/i }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Serves both below one address until it is told to stop. */
export function serve(
  port: number,
  realms: { readonly resident: Realm; readonly practitioner: Realm },
): Promise<() => void> {
  const issuer = (name: string) => `http://localhost:${port}/realms/${name}`;
  const handlers = Object.entries(realms).map(
    ([name, realm]) => [`/realms/${name}`, new Provider(issuer(name), configuration(realm)).callback()] as const,
  );
  const server = createServer((request: Mounted, response) => {
    const found = handlers.find(([path]) => request.url?.startsWith(`${path}/`));
    if (!found || !request.url) return void response.writeHead(404).end();
    request.originalUrl = request.url;
    request.url = request.url.slice(found[0].length);
    return void found[1](request, secured(response));
  });
  return new Promise((listening) => {
    server.listen(port, "localhost", () =>
      listening(() => {
        server.closeAllConnections();
        server.close();
      }),
    );
  });
}
