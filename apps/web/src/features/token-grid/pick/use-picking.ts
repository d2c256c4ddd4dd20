import type { Token } from '@opal/contract/tokens'
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useSite } from '../../../app/site.tsx'
import { cartIds } from '../../../entities/order/marked-tokens.ts'
import { tokenActions } from '../../../entities/token/token-actions.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { placeOf, spanOf } from './spans.ts'

/** Handlers of the element around a list. */
export interface Picking {
  onClickCapture(event: MouseEvent): void
  onPointerDown(event: PointerEvent): void
  onPointerOver(event: PointerEvent): void
}

/** A press on a tick that moves over the list. */
interface Drag {
  /** The token where it began. */
  readonly from: string
  readonly isAdding: boolean
  /** Tokens in the cart when it began. */
  readonly before: ReadonlySet<string>
  /** Tokens that it went over. */
  readonly touched: Map<string, Token>
  /** Place under the pointer. */
  at: number
}

/**
 * Returns the handlers that put tokens of a list into the cart, or take them out: a shift-click extends from the tick that was
 * pressed last to the card or row under the pointer, and a drag that begins on a tick goes over all between there and the pointer.
 * Skips tokens that the viewer cannot buy. Tokens are stored by id: the list is live, and its order can be changed.
 */
export function usePicking(tokens: readonly Token[]): Picking {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const anchor = useRef<string | null>(null)
  const drag = useRef<Drag | null>(null)
  // The click that ends a drag on the tick where it began would take that one back.
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
  const placeOfToken = (id: string | null) => tokens.findIndex(({ tokenDataId }) => tokenDataId === id)
  const isBuyable = (token: Token) => tokenActions({ ...token, supply: null }, viewer, marketplaces)[0] === 'buy'
  return {
    onClickCapture(event) {
      const at = placeOf(event.target)
      if (at === null) return
      const isEndOfDrag = isDragged.current && event.detail > 0
      isDragged.current = false
      if (isEndOfDrag || event.shiftKey) {
        event.preventDefault()
        event.stopPropagation()
      }
      if (isEndOfDrag) return
      if (event.shiftKey) {
        const from = placeOfToken(anchor.current)
        void changeCart(spanOf(tokens, from === -1 ? at : from, at).filter(isBuyable), [])
      }
      if (event.shiftKey || isTick(event.target)) anchor.current = tokens[at]?.tokenDataId ?? null
    },
    onPointerDown(event) {
      isDragged.current = false
      const at = placeOf(event.target)
      const from = at === null ? undefined : tokens[at]?.tokenDataId
      const isDrag = event.pointerType === 'mouse' && !event.shiftKey && isTick(event.target)
      if (at === null || from === undefined || !isDrag) return
      const before = cartIds.get()
      drag.current = { from, isAdding: !before.has(from), before, touched: new Map(), at }
    },
    onPointerOver(event) {
      const now = drag.current
      const at = placeOf(event.target)
      if (now === null || at === null || at === now.at || event.buttons === 0) return
      now.at = at
      const from = placeOfToken(now.from)
      if (from === -1) return
      isDragged.current = true
      const span = spanOf(tokens, from, at)
      const ids = new Set(span.map(({ tokenDataId }) => tokenDataId))
      // What it went over and has left again is as before.
      const left = [...now.touched.values()].filter(({ tokenDataId }) => !ids.has(tokenDataId))
      for (const token of span) now.touched.set(token.tokenDataId, token)
      const wasIn = ({ tokenDataId }: Token) => now.before.has(tokenDataId)
      if (now.isAdding) {
        void changeCart(
          span.filter(isBuyable),
          left.filter((token) => !wasIn(token)),
        )
      } else void changeCart(left.filter(wasIn), span)
    },
  }
}

async function changeCart(added: readonly Token[], removed: readonly Token[]): Promise<void> {
  const { addToCart, takeFromCart } = await import('../../../entities/order/cart.ts')
  takeFromCart(removed.map(({ tokenDataId }) => tokenDataId))
  addToCart(added)
}

function isTick(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-pick]') !== null
}
