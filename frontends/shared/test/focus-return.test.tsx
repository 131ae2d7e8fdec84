import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Button, PageHeading } from "../src/ui";
import { returnFocus } from "../src/ui/focus-return";
import { byRole, focus, focused, press, settle, show } from "./screen";

let end = () => {};
afterEach(() => end());

function List() {
  // Rows that have to be fetched stand there after the page itself.
  const [rows, setRows] = useState<readonly string[]>([]);
  return (
    <>
      <PageHeading>Viestit</PageHeading>
      <Button onPress={() => setRows(["one", "two", "three"])}>Hae</Button>
      {rows.map((row) => (
        <Link key={row} params={{ row }} to="/row/$row">
          {row}
        </Link>
      ))}
    </>
  );
}

async function open() {
  const root = createRootRoute({
    component: () => (
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    ),
  });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: "/", component: List }),
    createRoute({ getParentRoute: () => root, path: "/row/$row", component: () => <PageHeading>Viesti</PageHeading> }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/"] }) });
  end = returnFocus(router);
  await router.load();
  await show(<RouterProvider router={router as never} />);
  await focus(byRole("button", "Hae"));
  await press("Enter");
  return router;
}

it("returns the focus to the row that led away, also where rows come later", async () => {
  const router = await open();
  await focus(byRole("link", "two"));
  await press("Enter");
  expect(focused()).toBe(byRole("heading", "Viesti"));
  await act(async () => router.history.back());
  await settle();
  await act(async () => byRole("button", "Hae").click());
  await settle();
  expect(focused()).toBe(byRole("link", "two"));
});

it("leaves the focus alone once the person has done something", async () => {
  const router = await open();
  await focus(byRole("link", "two"));
  await press("Enter");
  await act(async () => router.history.back());
  await settle();
  await focus(byRole("button", "Hae"));
  await press("Enter");
  expect(focused()).toBe(byRole("button", "Hae"));
});

it("begins at the heading on a page that is reached by a link", async () => {
  const router = await open();
  await focus(byRole("link", "three"));
  await press("Enter");
  await act(async () => router.history.back());
  await settle();
  await act(async () => void router.navigate({ to: "/row/$row", params: { row: "one" } } as never));
  await settle();
  expect(focused()).toBe(byRole("heading", "Viesti"));
});
