// What a source says that matters for its texts: what it imports and when, what it hands on, and the words that may be ids of texts.
import { parseSync } from "vite";

/** @typedef {{ source: string, names?: string[] }} Import `names` is left out where all is taken. */

/**
 * @returns {{
 *   imports: Import[],
 *   lazy: { source: string, start: number, end: number }[],
 *   handsOn: { source: string, imported?: string, exported?: string }[] | undefined,
 *   literals: Set<string>, beginnings: Set<string>, endings: Set<string>, identifiers: Set<string>
 * }} `handsOn` where a file does nothing but hand on what others export, and undefined where it does more; `lazy` with where the
 * import stands.
 */
export function readSource(path, code) {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found = {
    imports: [],
    lazy: [],
    handsOn: [],
    literals: new Set(),
    beginnings: new Set(),
    endings: new Set(),
    identifiers: new Set(),
  };
  for (const statement of program.body) readStatement(statement, found);
  walk(program, found);
  return found;
}

const isType = ({ importKind, exportKind }) => importKind === "type" || exportKind === "type";

const nameOf = (node) => node?.name ?? node?.value;

function readStatement(statement, found) {
  const source = statement.source?.value;
  if (source === undefined) {
    found.handsOn = undefined;
    return;
  }
  if (isType(statement)) return;
  const specifiers = statement.specifiers?.filter((each) => !isType(each));
  const bringsTypesAlone = specifiers?.length === 0 && statement.specifiers.length > 0;
  if (bringsTypesAlone) return;
  const names = specifiers?.map(({ type, imported, local }) =>
    type === "ImportDefaultSpecifier"
      ? "default"
      : nameOf(imported ?? (type === "ExportSpecifier" ? local : undefined)),
  );
  const isWhole = names === undefined || names.length === 0 || names.includes(undefined);
  found.imports.push(isWhole ? { source } : { source, names });
  if (statement.type === "ImportDeclaration") found.handsOn = undefined;
  else if (isWhole)
    found.handsOn?.push(statement.exported ? { source, exported: nameOf(statement.exported) } : { source });
  else {
    for (const { local, exported } of specifiers) {
      found.handsOn?.push({ source, imported: nameOf(local), exported: nameOf(exported) });
    }
  }
}

/** Types are gone when the code runs, so their words show nothing. */
const types = /^TS(TypeAnnotation|TypeAliasDeclaration|InterfaceDeclaration|TypeParameterInstantiation)$/;

/** "admin.group." begins an id, ".title" ends one. */
function readText(text, found) {
  if (/^\w[\w.]*\.$/.test(text)) found.beginnings.add(text);
  if (/^\.\w[\w.]*$/.test(text)) found.endings.add(text);
}

function walk(node, found) {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, found);
    return;
  }
  if (node === null || typeof node !== "object" || typeof node.type !== "string" || types.test(node.type)) return;
  if (node.type === "Identifier") found.identifiers.add(node.name);
  if (node.type === "Literal" && typeof node.value === "string") {
    found.literals.add(node.value);
    readText(node.value, found);
  }
  if (node.type === "TemplateLiteral") {
    const [first, last] = [node.quasis[0], node.quasis.at(-1)].map(({ value }) => value.cooked ?? "");
    if (first === last && node.quasis.length === 1) found.literals.add(first);
    // The words of a part that holds more than the beginning, `admin.${kind}.title`, are all that begins alike.
    else if (first !== "") readText(first.slice(0, first.lastIndexOf(".") + 1), found);
    else readText(last, found);
  }
  if (node.type === "ImportExpression" && node.source.type === "Literal") {
    found.lazy.push({ source: node.source.value, start: node.start, end: node.end });
  }
  for (const [key, value] of Object.entries(node)) if (key !== "type") walk(value, found);
}
