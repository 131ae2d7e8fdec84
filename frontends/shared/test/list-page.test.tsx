import { useState } from "react";
import { expect, it, vi } from "vitest";
import { fromAnswer, fromPages, ListPage } from "../src/patterns";
import { allByRole, byRole, focus, focused, press, settle, show, type } from "./screen";

const names = ["Aino", "Onni", "Helmi", "Toivo"];
const shared = {
  label: "Asiakkaat",
  itemKey: (name: string) => name,
  renderItem: (name: string) => <a href={`#${name}`}>{name}</a>,
  onRetry: () => {},
};

function Searched({ found }: { readonly found: string[] }) {
  const [value, onSearch] = useState("");
  return (
    <ListPage
      {...shared}
      items={names}
      search={{
        value,
        onSearch: (text) => {
          found.push(text);
          onSearch(text);
        },
      }}
    />
  );
}

/** One more at each press. */
function Paged() {
  const [n, setN] = useState(1);
  const [busy, setBusy] = useState(false);
  const more = () => {
    setBusy(true);
    setTimeout(() => {
      setBusy(false);
      setN(n + 1);
    }, 10);
  };
  return <ListPage {...shared} hasMore={n < 3} isLoadingMore={busy} items={names.slice(0, n)} onMore={more} />;
}

it("shows where things are about to be, then counts them", async () => {
  await show(<ListPage {...shared} isLoading items={undefined} />);
  expect(byRole("status", "Ladataan…")).toBeInTheDocument();
  await show(<ListPage {...shared} items={names} />);
  expect(byRole("status")).toHaveTextContent("4 tulosta");
  expect(byRole("list", "Asiakkaat").children).toHaveLength(4);
  await show(<ListPage {...shared} hasMore items={names} total={30} />);
  expect(byRole("status")).toHaveTextContent("Näytetään 4 / 30");
  await show(<ListPage {...shared} hasMore items={names} />);
  expect(byRole("status")).toHaveTextContent("Näytetään 4 ensimmäistä");
});

it("says when there is nothing, and takes another try after a failure", async () => {
  await show(<ListPage {...shared} items={[]} />);
  expect(document.body).toHaveTextContent("Ei tuloksia");
  const retry = vi.fn();
  const failure = { code: 14, params: {}, traceId: "abc", fields: [] };
  await show(<ListPage {...shared} error={failure} items={names} onRetry={retry} />);
  expect(byRole("alert")).toHaveTextContent("abc");
  expect(allByRole("listitem")).toHaveLength(4);
  await focus(byRole("button", "Yritä uudelleen"));
  await press("Enter");
  expect(retry).toHaveBeenCalledOnce();
});

it("searches after a pause, and at once by Enter", async () => {
  const found: string[] = [];
  await show(<Searched found={found} />);
  await focus(byRole("searchbox", "Hae"));
  await type("ai");
  expect(found).toEqual([]);
  await settle(350);
  expect(found).toEqual(["ai"]);
  await type("n ");
  await press("Enter");
  expect(found).toEqual(["ai", "ain"]);
  await settle(350);
  expect(found).toEqual(["ai", "ain"]);
});

it("takes a search from outside into its field", async () => {
  const search = (value: string) => <ListPage {...shared} items={names} search={{ value, onSearch: () => {} }} />;
  await show(search("ai"));
  await show(search(""));
  expect(byRole("searchbox", "Hae")).toHaveValue("");
});

it("goes on by pages: the focus stays, and goes to the first new one when there are no more", async () => {
  await show(<Paged />);
  const more = byRole("button", "Näytä lisää");
  await focus(more);
  await press("Enter");
  await settle(30);
  expect([allByRole("listitem").length, focused()]).toEqual([2, more]);
  await press("Enter");
  await settle(30);
  expect(allByRole("button")).toEqual([]);
  expect(focused()).toBe(allByRole("listitem")[2]);
});

const query = { data: undefined, error: undefined, refetch: vi.fn() };

it("takes an answer that leaves its list out for an empty list, not for one that is still to come", () => {
  const list = (data: { readonly names?: readonly string[] } | undefined) =>
    fromAnswer({ ...query, data, currentData: data }, (answer) => answer.names);
  expect(list(undefined)).toMatchObject({ items: undefined, isLoading: true });
  expect(list({})).toMatchObject({ items: [], isLoading: false });
  expect(list({ names })).toMatchObject({ items: names, isLoading: false });
});

it("tries the page again that failed, and the whole list when that failed", () => {
  const pages = { ...query, data: { pages: [names, ["Sylvi"]] }, currentData: {}, error: "x", fetchNextPage: vi.fn() };
  const list = (isFetchNextPageError: boolean) =>
    fromPages({ ...pages, hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError }, (page) => page);
  expect(list(true).items).toEqual([...names, "Sylvi"]);
  list(true).onRetry();
  expect([pages.fetchNextPage.mock.calls.length, query.refetch.mock.calls.length]).toEqual([1, 0]);
  list(false).onRetry();
  expect(query.refetch).toHaveBeenCalledOnce();
});
