import { Button } from '@opal/ui/controls/button'
import { EmptyState } from '@opal/ui/feedback/empty-state'

export interface NoResultsProps {
  /** Name of the rows, such as 'items'. */
  things: string
  /** Removes the filters. */
  onClear(): void
}

/** Replaces the rows of a list whose filters match nothing. */
export function NoResults({ things, onClear }: NoResultsProps) {
  return (
    <EmptyState
      title="No results"
      reason={`No ${things} match these filters.`}
      action={<Button onClick={onClear}>Clear all filters</Button>}
    />
  )
}
