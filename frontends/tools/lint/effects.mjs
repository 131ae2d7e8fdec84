// A rule of oxlint's own: an effect hands React a clean-up, or nothing. `useEffect(() => field.focus())` hands it whatever focus()
// returns, which no type tells: nothing in one browser, a promise in the next, at which React gives the page up.
const EFFECT = /^use(?:Layout|Insertion)?Effect$/;

const nameOf = (callee) => (callee.type === "MemberExpression" ? callee.property.name : callee.name);

/** What is a clean-up, or nothing, by its looks. */
function isPlain(body) {
  if (body.type === "ConditionalExpression") return isPlain(body.consequent) && isPlain(body.alternate);
  if (body.type === "UnaryExpression") return body.operator === "void";
  return ["BlockStatement", "Identifier", "ArrowFunctionExpression", "FunctionExpression"].includes(body.type);
}

const noValueOfEffect = {
  meta: {
    type: "problem",
    messages: { value: "React takes what this returns for a clean-up: write a block, with `return` where it is one." },
    schema: [],
  },
  create: (context) => ({
    CallExpression({ callee, arguments: [effect] }) {
      if (!EFFECT.test(nameOf(callee) ?? "") || effect?.type !== "ArrowFunctionExpression") return;
      if (effect.async || !isPlain(effect.body)) context.report({ node: effect.body, messageId: "value" });
    },
  }),
};

export default noValueOfEffect;
