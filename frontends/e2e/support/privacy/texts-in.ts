/** The texts in a message of which only the wire format is known (protobuf encoding, wire types 0, 1, 2 and 5). */

/** A number of seven bits per byte, and where it ends. */
function varint(bytes: Buffer, from: number): readonly [value: number, end: number] {
  let value = 0;
  for (let at = from, scale = 1; at < bytes.length; at += 1, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at + 1];
  }
  return [value, bytes.length + 1];
}

const fixed: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** The parts that have a length, or nothing when these bytes are no message. */
function parts(bytes: Buffer): readonly Buffer[] | undefined {
  const found: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [tag, behind] = varint(bytes, at);
    const kind = tag % 8;
    if (tag < 8) return undefined;
    if (kind === 0) at = varint(bytes, behind)[1];
    else if (kind === 2) {
      const [length, start] = varint(bytes, behind);
      at = start + length;
      if (at <= bytes.length) found.push(bytes.subarray(start, at));
    } else if (fixed[kind]) at = behind + fixed[kind];
    else return undefined;
    if (at > bytes.length) return undefined;
  }
  return found;
}

/** Every text in a message and in the messages in it. */
export function textsIn(message: Buffer): readonly string[] {
  return (parts(message) ?? []).flatMap((part) => {
    const text = part.toString("utf8");
    const isText = !/[\p{Cc}\uFFFD]/u.test(text.replaceAll("\n", " "));
    return isText ? [text] : textsIn(part);
  });
}
