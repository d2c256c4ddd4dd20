// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { addToCart, cart, openCart, takeFromCart } from '../../entities/order/cart.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { testingItem } from '../../testing/testing-item.ts'
import CartBar from './cart-bar.tsx'
import { COLLECTION, emptyCart, token } from './testing/cart-items.ts'

afterEach(() => {
  cleanup()
  emptyCart()
})

// @feature buy.cart-bar
it.each([1, 2, 30])('announces a stored cart of %i items only once it changes', (count) => {
  cart.set(cart.initial)
  const stored = Array.from({ length: count }, (_, at) => testingItem(`0x${at.toString(16).padStart(64, '0')}`))
  addToCart(stored)
  cart.set(cart.initial)
  renderSite(<CartBar collectionId={COLLECTION} />, {})
  const [place] = screen.getAllByRole('status')
  act(() => onTestFinished(openCart()))
  expect([cart.get().length, place?.textContent]).toEqual([count, ''])
  act(() => takeFromCart([stored[0]?.tokenDataId ?? '']))
  expect(place?.textContent).toBe(
    count === 1 ? 'The cart is empty' : `${count - 1} item${count > 2 ? 's' : ''} in the cart`,
  )
})

// @feature buy.cart-bar
it('announces every change of the count, the first item and the last one too, and several at once as one', () => {
  onTestFinished(openCart())
  const some = fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5), { minLength: 1 })
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (toggled) => {
      renderSite(<CartBar collectionId={COLLECTION} />, {})
      const [place] = screen.getAllByRole('status')
      expect(place?.textContent).toBe('')
      const chosen = new Set<number>()
      for (const several of toggled) {
        const tokens = several.map((at) => token(at, '100000000'))
        const areIn = several.every((at) => chosen.has(at))
        for (const at of several) {
          if (areIn) chosen.delete(at)
          else chosen.add(at)
        }
        act(() => (areIn ? takeFromCart(tokens.map(({ tokenDataId }) => tokenDataId)) : addToCart(tokens)))
        // The same element as before the change: a new one would not be read out.
        expect(place?.isConnected).toBe(true)
        const { size } = chosen
        const words = size === 0 ? 'The cart is empty' : `${size} item${size > 1 ? 's' : ''} in the cart`
        expect(place?.textContent).toBe(words)
      }
      cleanup()
      emptyCart()
    }),
    { numRuns: 15, examples: [[[[1], [1]]], [[[1, 2, 3], [1, 2], [3]]], [[[1], [2], [1], [2]]]] },
  )
})
