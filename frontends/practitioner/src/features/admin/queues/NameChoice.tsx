import { ComboBox, Spinner } from "@kajo/shared/ui";
import { useNameOptions } from "../../names/use-name-options";

interface NameChoiceProps {
  /** What is chosen from: things of content by their kind. */
  readonly kind: "service" | "service_content";
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly optional?: boolean;
  /** "": none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** A service or a service content by its name, found by typing. */
export function NameChoice({ kind, value, onChange, ...field }: NameChoiceProps) {
  const options = useNameOptions(kind, value ? [value] : []);
  // A list that comes later would leave the name of what is chosen out.
  if (!options) return <Spinner />;
  return <ComboBox {...field} onChange={(id) => onChange(id ?? "")} options={options} value={value || null} />;
}
