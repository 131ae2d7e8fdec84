import { expect, it, vi } from "vitest";
import { Button, CountdownDialog, Disclosure, ProgressBar, VisuallyHidden } from "../src/ui";
import { byRole, focus, focused, press, show } from "./screen";

it("opens and closes by Enter, and says so", async () => {
  await show(<Disclosure title="Lisätiedot">Teksti</Disclosure>);
  const button = byRole("button", "Lisätiedot");
  expect(byRole("heading", "Lisätiedot").tagName).toBe("H3");
  expect(button).toHaveAttribute("aria-expanded", "false");
  await focus(button);
  await press("Enter");
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(byRole("group", "Lisätiedot")).toHaveTextContent("Teksti");
});

it("tells how far it is, and nothing while nobody knows", async () => {
  await show(<ProgressBar label="Lähetetään" max={4} value={1} />);
  expect(byRole("progressbar", "Lähetetään")).toHaveAttribute("aria-valuenow", "1");
  await show(<ProgressBar label="Lähetetään" value={undefined} />);
  expect(byRole("progressbar", "Lähetetään")).not.toHaveAttribute("aria-valuenow");
});

it("counts down to the second for the eye and to the half minute for the ear", async () => {
  const close = vi.fn();
  await show(
    <CountdownDialog
      actions={<Button onPress={close}>Jatka</Button>}
      left={(seconds) => `${seconds} s`}
      onClose={close}
      secondsLeft={41}
      title="Istunto päättyy"
    >
      <p>Olet ollut poissa.</p>
    </CountdownDialog>,
  );
  const dialog = byRole("alertdialog", "Istunto päättyy");
  expect(dialog).toHaveTextContent("41 s");
  expect(byRole("timer")).toHaveTextContent("60 s");
  expect(dialog.contains(focused())).toBe(true);
  await press("Escape");
  expect(close).toHaveBeenCalledOnce();
});

it("hides words from the eye alone", async () => {
  await show(<VisuallyHidden role="status">Valmis</VisuallyHidden>);
  expect(byRole("status")).toHaveTextContent("Valmis");
});
