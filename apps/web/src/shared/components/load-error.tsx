import { ErrorState } from '@opal/ui/feedback/error-state'

export interface LoadErrorProps {
  /** What could not be loaded, in a sentence without its stop. */
  title: string
  /** Asks again. */
  onRetry(): unknown
}

/** Stands where something should, which could not be loaded. */
export function LoadError({ title, onRetry }: LoadErrorProps) {
  return <ErrorState title={title} reason="The server did not answer." onRetry={() => void onRetry()} />
}
