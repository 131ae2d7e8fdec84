import { Check, Minus } from "lucide-react";
import { Choice, type ChoiceProps } from "./Choice";

/** `label` beside the box, or, where its place already says it (a row of a table), `aria-label` alone. */
export type CheckboxProps = ChoiceProps & ({ readonly label: string } | { readonly "aria-label": string });

export function Checkbox(props: CheckboxProps) {
  return (
    <Choice {...props}>
      {props.isIndeterminate ? (
        <Minus aria-hidden="true" size={16} strokeWidth={3} />
      ) : props.isSelected ? (
        <Check aria-hidden="true" size={16} strokeWidth={3} />
      ) : null}
    </Choice>
  );
}
