/** As the service keeps them. */
const tailForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const [shortest, longest] = [3, 60];

/** The tail of an address that somebody types or pastes, whole or its end alone; undefined: there is none that could lead to a form. */
export function tailIn(address: string): string | undefined {
  const [path = ""] = address.trim().toLowerCase().split(/[?#]/);
  const tail = path.split("/").findLast((part) => part !== "") ?? "";
  const isOne = tail.length >= shortest && tail.length <= longest && tailForm.test(tail);
  return isOne ? tail : undefined;
}
