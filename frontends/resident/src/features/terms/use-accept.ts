/** Accepting the terms that one has read. */
import { asFailure } from "@kajo/shared/errors";
import { useIntent } from "@kajo/shared/rpc";
import { useState } from "react";
import { type Terms, useAcceptTermsMutation, useGetTermsQuery } from "./api";

export function useAccept(terms: Terms) {
  const { refetch } = useGetTermsQuery({});
  const [send] = useAcceptTermsMutation();
  const intent = useIntent();
  const [read, setRead] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const { version = 0 } = terms;
  return {
    /** The box is checked, for these very terms: others that come meanwhile want a check of their own. */
    isChecked: read === version,
    check: (isChecked: boolean) => {
      setRead(isChecked ? version : undefined);
      setFailure(undefined);
    },
    failure,
    /** True when they are accepted. */
    accept: async () => {
      const request = { version };
      const { error } = await send({ request, idempotencyKey: intent.keyFor(request) });
      setFailure(error);
      if (error === undefined) {
        intent.settle();
        return true;
      }
      if (asFailure(error).reason === "terms_outdated") await refetch();
      return false;
    },
  };
}
