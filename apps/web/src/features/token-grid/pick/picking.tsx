import type { Token } from '@opal/contract/tokens'
import { type RefObject, useRef } from 'react'
import { cartIds } from '../../../entities/order/marked-tokens.ts'
import { useBuyable } from '../../../entities/token/use-buyable.ts'
import { placeOf, spanOf } from '../../../shared/lists/spans.ts'
import { type DragHandlers, isTick, useDragListeners, useDragSpan } from '../../../shared/lists/use-drag-span.ts'

export interface PickingProps {
  /** The element around the list. */
  frame: RefObject<HTMLElement | null>
  /** Those of the list that are loaded. */
  tokens: readonly Token[]
  /** How many of the list are before them; none by default. */
  skipped?: number | undefined
}

/**
 * Puts tokens of a list into the cart, or takes them out: a shift-click extends from the tick that was pressed last to the card or
 * row under the pointer, and a drag that begins on a tick goes over all between there and the pointer. Renders nothing; loaded after
 * the first paint.
 */
export default function Picking({ frame, tokens, skipped }: PickingProps) {
  useDragListeners(frame, usePicking(tokens, skipped))
  return null
}

/** Returns the handlers. Skips tokens that the viewer cannot buy. Tokens are stored by id: the list is live, and its order can be changed. */
function usePicking(tokens: readonly Token[], skipped: number | undefined): DragHandlers {
  const anchor = useRef<string | null>(null)
  const isBuyable = useBuyable()
  const drag = useDragSpan({
    rows: tokens,
    skipped,
    keyOf: ({ tokenDataId }) => tokenDataId,
    selected: () => cartIds.get(),
    canAdd: isBuyable,
    change: (added, removed) => void changeCart(added, removed),
  })
  return {
    ...drag,
    onClickCapture(event) {
      const isEnd = drag.onClickCapture(event)
      const at = placeOf(event.target, skipped)
      // The end of a drag is no click.
      if (at === null || isEnd) return isEnd
      if (event.shiftKey) {
        event.preventDefault()
        event.stopPropagation()
        const from = tokens.findIndex(({ tokenDataId }) => tokenDataId === anchor.current)
        void changeCart(spanOf(tokens, from === -1 ? at : from, at).filter(isBuyable), [])
      }
      if (event.shiftKey || isTick(event.target)) anchor.current = tokens[at]?.tokenDataId ?? null
      return false
    },
  }
}

async function changeCart(added: readonly Token[], removed: readonly Token[]): Promise<void> {
  const { addToCart, takeFromCart } = await import('../../../entities/order/cart.ts')
  takeFromCart(removed.map(({ tokenDataId }) => tokenDataId))
  addToCart(added)
}
