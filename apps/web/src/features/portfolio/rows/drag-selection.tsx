import type { RefObject } from 'react'
import { useDragListeners } from '../../../shared/lists/use-drag-span.ts'
import { useDragSelection } from './use-drag-selection.ts'
import type { Selection } from './use-selection.ts'

export interface DragSelectionProps<Row> {
  /** The element around the list. */
  frame: RefObject<HTMLElement | null>
  /** Those that are loaded, in the order in which they are shown. */
  rows: readonly Row[]
  /** Rows of the list before these. */
  skipped: number
  keyOf(row: Row): string
  /** Null where nothing can be selected. */
  selection: Selection<Row> | null
}

/** Selects what a drag from a tick goes over. Renders nothing; loaded after the first paint. */
export default function DragSelection<Row>({ frame, rows, skipped, keyOf, selection }: DragSelectionProps<Row>) {
  useDragListeners(frame, useDragSelection(rows, keyOf, selection, skipped))
  return null
}
