import { ErrorState } from '@opal/ui/feedback/error-state'

export interface LoadErrorProps {
  /** A sentence without a full stop that says what could not be loaded. */
  title: string
  /** Loads it again. */
  onRetry(): unknown
}

/** Replaces a part of the page that could not be loaded. */
export function LoadError({ title, onRetry }: LoadErrorProps) {
  return <ErrorState title={title} reason="The server didn’t respond." onRetry={() => void onRetry()} />
}
