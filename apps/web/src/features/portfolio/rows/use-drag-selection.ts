import { type DragHandlers, useDragSpan } from '../../../shared/lists/use-drag-span.ts'
import type { Selection } from './use-selection.ts'

/**
 * Returns the handlers of the element around a list that select what a drag from a tick goes over; none without a selection.
 * @param rows those that are loaded, in the order in which they are shown.
 * @param skipped rows of the list before these.
 */
export function useDragSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  selection: Selection<Row> | null,
  skipped?: number,
): DragHandlers | undefined {
  const handlers = useDragSpan({
    rows,
    skipped,
    keyOf,
    selected: () => new Set(selection?.rows.map(keyOf)),
    change: (added, removed) => selection?.change(added, removed),
  })
  return selection === null ? undefined : handlers
}
