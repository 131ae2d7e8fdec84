import { Announced } from "./Announced";
import { AskLater } from "./AskLater";
import { onEveryPage } from "./kinds";

/** Above every page, whoever is there. */
export function CriticalAnnouncement() {
  return (
    <>
      <AskLater kinds={onEveryPage} />
      <Announced kind="critical" />
    </>
  );
}
