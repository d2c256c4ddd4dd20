import { ErrorState } from '@opal/ui/feedback/error-state'

export interface LoadErrorProps {
  /** What could not be loaded, a sentence without a full stop. */
  title: string
  /** Loads it again. */
  onRetry(): unknown
}

/** Replaces a part of the page that could not be loaded. */
export function LoadError({ title, onRetry }: LoadErrorProps) {
  return <ErrorState title={title} reason="The server did not answer." onRetry={() => void onRetry()} />
}
