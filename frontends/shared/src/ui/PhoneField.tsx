import { international } from "./international";
import { TextField, type TextFieldProps } from "./TextField";

/** A phone number, written as one is used to; once it is left, it stands there as it will be kept. */
export function PhoneField(props: Omit<TextFieldProps, "inputMode" | "onLeave" | "type">) {
  const { value, onChange } = props;
  const leave = () => {
    const written = international(value);
    if (written !== value) onChange(written);
  };
  return <TextField {...props} inputMode="tel" onLeave={leave} />;
}
