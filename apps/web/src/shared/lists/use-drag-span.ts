import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { placeOf, spanOf } from './spans.ts'

/** The members of an event that the handlers read, of the browser's or React's. */
type Click = Pick<MouseEvent, 'target' | 'detail' | 'shiftKey' | 'preventDefault' | 'stopPropagation'>
type Press = Pick<PointerEvent, 'target' | 'pointerType' | 'shiftKey' | 'buttons'>

/** Handlers of the element around a list. */
export interface DragHandlers {
  /** @returns true where the click was the end of a drag. */
  onClickCapture(event: Click): boolean
  onPointerDown(event: Press): void
  onPointerOver(event: Press): void
}

export interface DragSpanOptions<Row> {
  /** The loaded rows of the list. */
  readonly rows: readonly Row[]
  /** Rows of the list before these; none by default. */
  readonly skipped?: number | undefined
  keyOf(row: Row): string
  /** Returns the keys of the selected rows. */
  selected(): ReadonlySet<string>
  /** Whether a row can be added; all can by default. */
  canAdd?(row: Row): boolean
  change(added: readonly Row[], removed: readonly Row[]): void
}

/** A press on a tick that moves over the list. */
interface Drag<Row> {
  /** Key of the row where it began. */
  readonly from: string
  readonly isAdding: boolean
  /** Keys that were selected when it began. */
  readonly before: ReadonlySet<string>
  /** Rows that it went over. */
  readonly touched: Map<string, Row>
  /** Place under the pointer. */
  at: number
}

/**
 * Returns the handlers with which a mouse that is pressed on a tick and moved selects all rows from there to the pointer, or deselects them
 * where the first one was selected. Rows are followed by key: the list is live.
 */
export function useDragSpan<Row>(options: DragSpanOptions<Row>): DragHandlers {
  const { rows, skipped, keyOf, selected, canAdd = () => true, change } = options
  const drag = useRef<Drag<Row> | null>(null)
  // A drag that ends on the checkbox where it began also fires a click, which would clear that checkbox again.
  const isDragged = useRef(false)
  useEffect(() => {
    const end = () => {
      drag.current = null
    }
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [])
  return {
    onClickCapture(event) {
      if (placeOf(event.target) === null) return false
      const isEnd = isDragged.current && event.detail > 0
      isDragged.current = false
      if (isEnd) {
        event.preventDefault()
        event.stopPropagation()
      }
      return isEnd
    },
    onPointerDown(event) {
      isDragged.current = false
      const at = placeOf(event.target, skipped)
      const row = at === null ? undefined : rows[at]
      const isDrag = event.pointerType === 'mouse' && !event.shiftKey && isTick(event.target)
      if (at === null || row === undefined || !isDrag) return
      const before = selected()
      drag.current = { from: keyOf(row), isAdding: !before.has(keyOf(row)), before, touched: new Map(), at }
    },
    onPointerOver(event) {
      const now = drag.current
      const at = placeOf(event.target, skipped)
      if (now === null || at === null || at === now.at || event.buttons === 0) return
      now.at = at
      const from = rows.findIndex((row) => keyOf(row) === now.from)
      if (from === -1) return
      isDragged.current = true
      const span = spanOf(rows, from, at)
      const keys = new Set(span.map(keyOf))
      // Rows that the drag has left again are restored.
      const left = [...now.touched.values()].filter((row) => !keys.has(keyOf(row)))
      for (const row of span) now.touched.set(keyOf(row), row)
      const wasIn = (row: Row) => now.before.has(keyOf(row))
      if (now.isAdding)
        change(
          span.filter(canAdd),
          left.filter((row) => !wasIn(row)),
        )
      else change(left.filter(wasIn), span)
    },
  }
}

/** Has the handlers follow the pointer over an element. */
export function useDragListeners(frame: RefObject<HTMLElement | null>, handlers: DragHandlers | undefined): void {
  const latest = useRef<DragHandlers>(undefined)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    frame.current?.addEventListener('click', (event) => latest.current?.onClickCapture(event), {
      signal,
      capture: true,
    })
    frame.current?.addEventListener('pointerdown', (event) => latest.current?.onPointerDown(event), { signal })
    frame.current?.addEventListener('pointerover', (event) => latest.current?.onPointerOver(event), { signal })
    return () => controller.abort()
  }, [frame])
}

/** Returns whether an element is the tick of a row. */
export function isTick(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-pick], [data-tick]') !== null
}
