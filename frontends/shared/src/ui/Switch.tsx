import { Choice } from "./Choice";

export interface SwitchProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
}

/** On or off, at once. What only counts when a form is sent is a Checkbox. */
export function Switch(props: SwitchProps) {
  return <Choice {...props} shape="track" />;
}
