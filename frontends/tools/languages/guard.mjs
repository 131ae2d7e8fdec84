// Who may talk to the workplace: pages of its own, on this machine. A site that is open in the same browser may not.

const ownNames = ["127.0.0.1", "localhost"];

/** Why a request is refused; undefined when it may pass. */
export function refusalOf({ method, headers }) {
  const host = headers.host ?? "";
  // A foreign name that resolves to this machine would make a foreign page one of ours.
  if (!ownNames.includes(host.replace(/:\d+$/, ""))) return "only as 127.0.0.1 or localhost";
  if (method === "GET") return undefined;
  if (headers.origin !== `http://${host}`) return "only from its own page";
  if (!/^application\/json\b/.test(headers["content-type"] ?? "")) return "only JSON";
  return undefined;
}
