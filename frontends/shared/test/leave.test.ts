import { afterEach, expect, it, vi } from "vitest";
import { leave } from "../src/session/leave";

afterEach(() => vi.restoreAllMocks());

it("posts what must not stand in a url", () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
  leave({ url: "http://realm.test/logout", form: { id_token_hint: "names", client_id: "kajo" } });
  expect(submit).toHaveBeenCalledOnce();
  const form = submit.mock.contexts[0] as HTMLFormElement;
  expect([form.method, form.action]).toEqual(["post", "http://realm.test/logout"]);
  expect(Object.fromEntries(new FormData(form))).toEqual({ id_token_hint: "names", client_id: "kajo" });
});
