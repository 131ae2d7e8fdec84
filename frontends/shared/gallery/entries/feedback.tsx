import { useEffect } from "react";
import { PlannedPage } from "../../src/planned";
import {
  Avatar,
  Banner,
  Button,
  Card,
  ConfirmDialog,
  CountdownDialog,
  EmptyState,
  ErrorSummary,
  ProgressBar,
  Row,
  Skeleton,
  Spinner,
  ToastRegion,
  useToast,
} from "../../src/ui";
import type { GalleryEntries } from "../entry";
import { longFinnish, nothing } from "../held";

function Toasts() {
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    toast("danger", "Viestiä ei lähetetty.");
  }, []);
  return <ToastRegion />;
}

export const entries: GalleryEntries = {
  Avatar: [
    {
      name: "professional and resident",
      element: (
        <Row>
          <Avatar name="Liisa Virtanen" />
          <Avatar name="Aino Lehtonen" quiet />
        </Row>
      ),
    },
  ],
  Banner: (["info", "success", "warning", "danger"] as const).map((tone) => ({
    name: tone,
    element: (
      <Banner action={tone === "warning" ? <Button small>Kirjaudu uudelleen</Button> : undefined} tone={tone}>
        {longFinnish}
      </Banner>
    ),
  })),
  Card: [{ name: "plain", element: <Card>{longFinnish}</Card> }],
  EmptyState: [
    { name: "with text", element: <EmptyState title="Ei viestejä">Uudet viestit näkyvät tässä.</EmptyState> },
  ],
  ErrorSummary: [
    {
      name: "two errors and a code",
      element: (
        <ErrorSummary
          code="4bf92f3577b34da6a3ce929d0e0e4736"
          errors={[{ field: "topic", text: "Tämä kenttä on pakollinen" }, { text: "Liitteitä ladataan vielä." }]}
          tries={0}
        />
      ),
    },
    {
      name: "nothing to correct",
      element: (
        <ErrorSummary
          code="4bf92f3577b34da6a3ce929d0e0e4736"
          errors={[{ text: "Palveluun ei saada yhteyttä. Yritä hetken kuluttua uudelleen." }]}
          tries={0}
        />
      ),
    },
  ],
  Loading: [
    { name: "spinner", element: <Spinner /> },
    { name: "skeleton", element: <Skeleton rows={2} /> },
  ],
  ProgressBar: [{ name: "half", element: <ProgressBar label="kuva.png" max={100} value={50} /> }],
  Toast: [{ name: "an error stays", covers: true, element: <Toasts /> }],
  ConfirmDialog: [
    {
      name: "danger",
      covers: true,
      element: (
        <ConfirmDialog
          confirm="Päätä keskustelu"
          danger
          isOpen
          onClose={nothing}
          onConfirm={nothing}
          title="Päätä keskustelu"
        >
          <p>Päättynyttä keskustelua ei voi enää jatkaa.</p>
        </ConfirmDialog>
      ),
    },
  ],
  CountdownDialog: [
    {
      name: "one minute left",
      covers: true,
      element: (
        <CountdownDialog
          actions={<Button>Jatka</Button>}
          left={(seconds) => `${seconds} s`}
          onClose={nothing}
          secondsLeft={61}
          title="Istuntosi päättyy pian"
        >
          <p>Et ole tehnyt mitään hetkeen.</p>
        </CountdownDialog>
      ),
    },
  ],
  PlannedPage: [{ name: "a screen to come", element: <PlannedPage text={longFinnish} title="Varaa aika" /> }],
};
