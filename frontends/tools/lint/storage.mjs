// A rule of oxlint's own: only shared/src/storage asks the browser for its storage. There are browsers in which merely asking throws.
const STORAGE = new Set(["localStorage", "sessionStorage", "indexedDB"]);

/** What is read, whether of a window, by its own name, or taken out of one. */
const nameOf = (node) => (node.type === "Literal" ? node.value : node.name);

const noBareStorage = {
  meta: {
    type: "problem",
    messages: { bare: "There are browsers without {{name}}: keep it by `inTab` or `inBrowser` of shared/src/storage." },
    schema: [],
  },
  create(context) {
    const look = (node) => {
      const name = nameOf(node);
      if (STORAGE.has(name)) context.report({ node, messageId: "bare", data: { name } });
    };
    return {
      Identifier: look,
      "MemberExpression[computed=true] > Literal.property": look,
    };
  },
};

export default noBareStorage;
