import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";

/** What starts queries from outside a component that asks. */
export type AppDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;
