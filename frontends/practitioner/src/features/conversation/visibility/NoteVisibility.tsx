import { useText } from "@kajo/shared/i18n";
import type { VisibilityJson } from "@kajo/shared/rpc";
import { Select } from "@kajo/shared/ui";

/** From the wider circle to the narrower: nobody outside of the work is among them. */
const readers = [
  { id: "VISIBILITY_PRACTITIONERS", label: "visibility.team", text: "anonymousForm.note.team" },
  { id: "VISIBILITY_TAKING_PART", label: "visibility.takingPart", text: "visibility.takingPart.text" },
] as const satisfies readonly { readonly id: VisibilityJson; readonly label: string; readonly text: string }[];

/** What is not chosen is for the team. */
const readersOf = (value: VisibilityJson | undefined) => readers.find(({ id }) => id === value) ?? readers[0];

interface NoteVisibilityProps {
  readonly value: VisibilityJson | undefined;
  readonly onChange: (visibility: VisibilityJson) => void;
}

/** Which colleagues may read a note in a conversation where nobody is answered (SUR-07). */
export function NoteVisibility({ value, onChange }: NoteVisibilityProps) {
  const t = useText();
  return (
    <Select
      label={t("anonymousForm.note.readers")}
      name="visibility"
      onChange={(id) => onChange(readersOf(id as VisibilityJson).id)}
      options={readers.map(({ id, label, text }) => ({ id, label: t(label), description: t(text) }))}
      value={readersOf(value).id}
    />
  );
}
