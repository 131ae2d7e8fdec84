import { useText } from "@kajo/shared/i18n";
import { VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import { customerName, type Named } from "./customer-name";

/** Tells those who do not see it that somebody who was not signed in has signed in, and what they are called. */
export function TellKnown({ customer }: { readonly customer: Named | undefined }) {
  const t = useText();
  const isVisitor = customer?.visitor === true;
  const [wasVisitor, setWasVisitor] = useState(isVisitor);
  if (isVisitor && !wasVisitor) setWasVisitor(true);
  const isKnown = wasVisitor && customer !== undefined && !isVisitor;
  return (
    <VisuallyHidden role="status">
      {isKnown ? t("chatWork.known", { name: customerName(t, customer) }) : ""}
    </VisuallyHidden>
  );
}
