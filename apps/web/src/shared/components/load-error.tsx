import { ErrorState } from '@opal/ui/feedback/error-state'
import { failureSentence } from '../format/failure-sentence.ts'

export interface LoadErrorProps {
  /** A sentence without a full stop that says what could not be loaded. */
  title: string
  /** The error of its call; absent where it was no call. */
  error?: unknown
  /** Loads it again. */
  onRetry(): unknown
}

/** Replaces a part of the page that could not be loaded. */
export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  return <ErrorState title={title} reason={failureSentence(error)} onRetry={() => void onRetry()} />
}
