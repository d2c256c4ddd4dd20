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

/**
 * Returns the handlers that put tokens of a list into the cart, or take them out: a shift-click extends from the tick that was
 * pressed last to the card or row under the pointer, and a drag that begins on a tick goes over all that the pointer touches.
 * What the viewer cannot buy is passed over.
 */
export function usePicking(tokens: readonly Token[]): Picking {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const anchor = useRef<number | null>(null)
  const drag = useRef<{ readonly from: number; readonly isAdding: boolean } | null>(null)
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
  const pick = async (from: number, to: number, isAdding: boolean) => {
    const span = spanOf(tokens, from, to)
    const { addToCart, takeFromCart } = await import('../../../entities/order/cart.ts')
    if (!isAdding) return takeFromCart(span.map(({ tokenDataId }) => tokenDataId))
    addToCart(span.filter((token) => tokenActions({ ...token, supply: null }, viewer, marketplaces)[0] === 'buy'))
  }
  return {
    onClickCapture(event) {
      const at = placeOf(event.target)
      if (at === null) return
      if (event.shiftKey) {
        event.preventDefault()
        event.stopPropagation()
        void pick(anchor.current ?? at, at, true)
        anchor.current = at
      } else if (isTick(event.target)) anchor.current = at
    },
    onPointerDown(event) {
      const at = placeOf(event.target)
      const token = at === null ? undefined : tokens[at]
      if (
        at === null ||
        token === undefined ||
        event.shiftKey ||
        event.pointerType !== 'mouse' ||
        !isTick(event.target)
      )
        return
      drag.current = { from: at, isAdding: !cartIds.get().has(token.tokenDataId) }
    },
    onPointerOver(event) {
      const at = placeOf(event.target)
      if (drag.current === null || at === null || at === drag.current.from || event.buttons === 0) return
      void pick(drag.current.from, at, drag.current.isAdding)
    },
  }
}

function isTick(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-pick]') !== null
}
