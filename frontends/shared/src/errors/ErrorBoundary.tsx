import { Component, type ErrorInfo, type ReactNode } from "react";
import { isRpcFailure } from "../rpc/failure";
import { newTrace } from "../rpc/trace";
import { UnexpectedErrorPage } from "./UnexpectedErrorPage";

interface State {
  readonly code: string | undefined;
}

/** The last net: what no screen has caught becomes the page with an error code. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { code: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { code: codeOf(error) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(this.state.code, error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.code === undefined ? this.props.children : <UnexpectedErrorPage code={this.state.code} />;
  }
}

/** The trace of the failed call; a code of its own for what failed in the browser alone. */
export function codeOf(error: unknown): string {
  return isRpcFailure(error) && error.traceId !== "" ? error.traceId : newTrace().id;
}
