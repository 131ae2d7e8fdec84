import { Component, type ErrorInfo, type ReactNode } from "react";
import { isRpcFailure } from "../rpc/failure";
import { newTrace } from "../rpc/trace";
import { UnexpectedErrorPage } from "./UnexpectedErrorPage";
import { isUnfetched } from "./unfetched";

interface State {
  readonly hasFailed: boolean;
  readonly code: string | undefined;
}

/** The last net: what no screen has caught becomes the page with an error code. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false, code: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, code: codeOf(error) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(this.state.code, error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <UnexpectedErrorPage code={this.state.code} /> : this.props.children;
  }
}

/**
 * The trace of the failed call; a code of its own for what failed in the browser alone. None for a script that could not be fetched:
 * nobody has to tell us of that.
 */
export function codeOf(error: unknown): string | undefined {
  if (isUnfetched(error)) return undefined;
  return isRpcFailure(error) && error.traceId !== "" ? error.traceId : newTrace().id;
}
