import { Component, type ErrorInfo, type ReactNode, useEffect, useRef } from "react";
import { useText } from "../i18n";
import { Banner, Button, Codes } from "../ui";
import { codeOf } from "./ErrorBoundary";
import styles from "./pages.module.css";
import { isUnfetched } from "./unfetched";

export interface PartBoundaryProps {
  readonly children: ReactNode;
  /** What the part shows, for example an id: with another one it is tried again. */
  readonly of?: string | undefined;
}

interface State {
  readonly failure: { readonly error: unknown; readonly code: string | undefined } | undefined;
  /** Somebody has tried again. */
  readonly isRetried: boolean;
  readonly of: string | undefined;
}

/**
 * Around a part of a page: an error that nobody expected takes the place of that part alone. The rest of the page stays, with what was typed
 * there, and what was typed in the part itself is a draft.
 */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state: State = { failure: undefined, isRetried: false, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Pick<State, "failure"> {
    return { failure: { error, code: codeOf(error) } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(this.state.failure?.code, error, info.componentStack);
  }

  static getDerivedStateFromProps({ of }: PartBoundaryProps, state: State): State | null {
    return of === state.of ? null : { failure: undefined, isRetried: false, of };
  }

  override render(): ReactNode {
    const { failure, isRetried } = this.state;
    if (!failure) return this.props.children;
    // Nothing is broken: the page comes by itself when the service can be reached (UnreachedPage.tsx).
    if (isUnfetched(failure.error)) throw failure.error;
    const retry = () => this.setState({ failure: undefined, isRetried: true });
    return <PartFailed code={failure.code} isRetried={isRetried} onRetry={retry} />;
  }
}

interface PartFailedProps {
  readonly code: string | undefined;
  readonly isRetried: boolean;
  readonly onRetry: () => void;
}

function PartFailed({ code, isRetried, onRetry }: PartFailedProps) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed went with what it tried.
  useEffect(() => {
    if (isRetried) button.current?.focus();
  }, [isRetried]);
  return (
    <Banner
      action={
        <Button kind="secondary" onPress={onRetry} ref={button} small>
          {t("errors.retry")}
        </Button>
      }
      announce="alert"
      tone="danger"
    >
      <span>{t("errors.part")}</span>
      {code ? (
        <small className={styles.own}>
          <Codes>{t("errors.code", { code })}</Codes>
        </small>
      ) : null}
    </Banner>
  );
}
