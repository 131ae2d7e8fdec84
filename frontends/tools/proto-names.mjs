// What others hold on to in a contract: RPCs, published facts and stored events; and the pages that tell of them.

const FACT = "[kajo.options.v1.fact]";
const HEADING = "# Changes of the contract\n";

/** Every RPC, fact and stored event of these descriptors, sorted. */
export function names(contract) {
  return contract.file
    .flatMap((file) => [
      ...(file.service ?? []).flatMap((service) =>
        (service.method ?? []).map((method) => ({
          kind: "RPC",
          name: `${file.package}.${service.name}/${method.name}`,
        })),
      ),
      ...(file.messageType ?? []).flatMap((message) => {
        const kind = message.options?.[FACT] ? "fact" : /\.store\.v\d+$/.test(file.package) ? "stored" : undefined;
        return kind ? [{ kind, name: `${file.package}.${message.name}` }] : [];
      }),
    ])
    .sort((one, other) => (`${one.kind} ${one.name}` < `${other.kind} ${other.name}` ? -1 : 1));
}

/** What stands in `now` and not in `before`. */
export function come(before, now) {
  const known = new Set(names(before).map(({ kind, name }) => `${kind} ${name}`));
  return names(now).filter(({ kind, name }) => !known.has(`${kind} ${name}`));
}

/** The part of CHANGELOG.md for a release; undefined where nothing came or went. */
export function section(date, added, removed) {
  if (added.length + removed.length === 0) return undefined;
  const list = (title, changed) =>
    changed.length === 0
      ? ""
      : `\n${title}\n\n${changed.map(({ kind, name }) => `- ${kind} \`${name}\``).join("\n")}\n`;
  return `## ${date}\n${list("Added", added)}${list("Removed", removed)}`;
}

/** The page with a new section on top of the others. */
export function withSection(page, told) {
  const rest = page.startsWith(HEADING) ? page.slice(HEADING.length) : page;
  return `${HEADING}\n${told}${rest.trim() ? `\n${rest.trimStart()}` : ""}`;
}
