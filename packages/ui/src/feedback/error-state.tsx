import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { EmptyState } from './empty-state.tsx'

export interface ErrorStateProps {
  /** A sentence that says what failed. */
  title: string
  reason?: ReactNode
  onRetry?(): void
}

/** An error message for a view that could not be loaded, with a retry button. */
export function ErrorState({ title, reason, onRetry }: ErrorStateProps) {
  const retry = onRetry === undefined ? undefined : <Button onClick={onRetry}>Try again</Button>
  return (
    <div role="alert">
      <EmptyState title={title} reason={reason} action={retry} icon={<CircleAlert aria-hidden="true" />} />
    </div>
  )
}
