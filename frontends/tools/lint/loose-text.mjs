// A rule of oxlint's own: a text beside something that comes and goes stands in an element of its own. A browser that translates the page
// puts its own elements in the place of texts; React, which knows the text by its node, then finds no place for what comes beside it.
const TEXT_CALL = /^(?:t|String|format\w*|\w+(?:Text|Line|Name|Label|Words))$/;
const TEXT_NAME = /^(?:(?:\w*(?:[tT]ext|[lL]abel|[nN]ame|[tT]itle|[wW]ords|[cC]ount))|hint|shown)$/;

const nameOf = (node) => (node.type === "MemberExpression" ? node.property.name : node.name) ?? "";

/** What draws nothing. */
const isNothing = (node) =>
  (node.type === "Literal" && (node.value === null || typeof node.value === "boolean")) ||
  (node.type === "Identifier" && node.name === "undefined");

/** Whether it draws a text, by its looks. */
function isText(node) {
  switch (node.type) {
    case "JSXText":
      return node.value.trim() !== "";
    case "JSXExpressionContainer":
    case "ChainExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return isText(node.expression);
    case "Literal":
      return typeof node.value === "number" || (typeof node.value === "string" && node.value.trim() !== "");
    case "TemplateLiteral":
      return true;
    case "CallExpression":
      return (
        TEXT_CALL.test(nameOf(node.callee)) ||
        (nameOf(node.callee) === "join" && node.callee.type === "MemberExpression")
      );
    case "Identifier":
    case "MemberExpression":
      return TEXT_NAME.test(nameOf(node));
    case "ConditionalExpression":
      return isText(node.consequent) || isText(node.alternate);
    case "LogicalExpression":
      return isText(node.right) || (node.operator !== "&&" && isText(node.left));
    default:
      return false;
  }
}

/** Whether what it draws comes and goes. */
function isPassing(node) {
  if (node.type !== "JSXExpressionContainer") return false;
  const { expression } = node;
  if (expression.type === "ConditionalExpression")
    return !(isText(expression.consequent) && isText(expression.alternate));
  if (expression.type === "LogicalExpression") return expression.operator === "&&" || !isText(expression);
  return expression.type === "CallExpression" && nameOf(expression.callee) === "map";
}

const isDrawn = (node) =>
  node.type === "JSXText"
    ? node.value.trim() !== ""
    : node.type !== "JSXExpressionContainer" ||
      (node.expression.type !== "JSXEmptyExpression" &&
        !isNothing(node.expression) &&
        !(node.expression.type === "Literal" && String(node.expression.value).trim() === ""));

const noLooseText = {
  meta: {
    type: "problem",
    messages: { loose: "What stands beside this comes and goes: put the text into an element of its own, as <span>." },
    schema: [],
  },
  create(context) {
    const report = (nodes) => {
      for (const node of nodes) if (isText(node)) context.report({ node, messageId: "loose" });
    };
    return {
      JSXElement({ children }) {
        const drawn = children.filter(isDrawn);
        if (drawn.length > 1 && drawn.some(isPassing)) report(drawn);
      },
      // Its texts stand beside whatever stands around it.
      JSXFragment: ({ children }) => report(children.filter(isDrawn)),
    };
  },
};

export default noLooseText;
