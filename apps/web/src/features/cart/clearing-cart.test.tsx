// @vitest-environment happy-dom
import { FOCUS_FALLBACK, FOCUS_REGION, FOCUS_TARGET } from '@opal/ui/overlays/focus/focus-region'
import RestoreFocus from '@opal/ui/overlays/focus/restore-focus'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { addToCart, cart } from '../../entities/order/cart.ts'
import { renderSite } from '../../testing/render-site.tsx'
import CartBar from './cart-bar.tsx'
import CartHost from './cart-host.tsx'
import { COLLECTION, detail, emptyCart, path, token } from './testing/cart-items.ts'

afterEach(() => {
  cleanup()
  emptyCart()
})

// @feature buy.cart-bar
it('can be cleared by mistake: a toast brings back all that it held', async () => {
  const held = [token(1, '150000000'), token(2, '200000000')]
  addToCart(held)
  renderSite(<CartBar collectionId={COLLECTION} />, {})
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(cart.get()).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(cart.get().map(({ tokenDataId }) => tokenDataId)).toEqual(held.map(({ tokenDataId }) => tokenDataId))
})

// @feature buy.cart-bar
it.each([
  [[1, 2], 'Put 2 items back'],
  [[1], 'Put 1 item back'],
])('brings back what was cleared in its sheet: %j', async (at, name) => {
  const user = userEvent.setup()
  addToCart(at.map((one) => token(one, '150000000')))
  renderSite(<CartHost />, Object.fromEntries(at.map((one) => [path(one), () => detail(one, '150000000')])))
  await user.click(screen.getByRole('button', { name: /^Cart, / }))
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(cart.get()).toEqual([])
  await user.click(screen.getByRole('button', { name }))
  expect(cart.get()).toHaveLength(at.length)
  await screen.findByRole('button', { name: `Buy ${at.length === 1 ? '1 item' : `${at.length} items`}` })
})

it('leaves the focus to the heading of the page when it is cleared', async () => {
  addToCart([token(1, '150000000')])
  renderSite(
    <div {...FOCUS_FALLBACK}>
      <main>
        <h1>Stones</h1>
        <CartBar collectionId={COLLECTION} />
        <RestoreFocus />
      </main>
    </div>,
    {},
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Stones' }))
})

// @feature buy.cart-bar, shell.keyboard
it('keeps the focus in the cart while its lines are removed, and next to its button once it is empty and closed', async () => {
  const user = userEvent.setup()
  addToCart([token(1, '150000000'), token(2, '200000000')])
  renderSite(
    <>
      <div {...FOCUS_REGION}>
        <CartHost />
        <button type="button" {...FOCUS_TARGET}>
          Notifications
        </button>
      </div>
      <RestoreFocus />
    </>,
    { [path(1)]: () => detail(1, '150000000'), [path(2)]: () => detail(2, '200000000') },
  )
  await user.click(screen.getByRole('button', { name: 'Cart, 2 items' }))
  const [first] = await screen.findAllByRole('button', { name: /^Remove from cart/ })
  const second = screen.getAllByRole('button', { name: /^Remove from cart/ })[1]
  first?.focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Cart' }))
  await user.keyboard('{Escape}')
  await expect.poll(() => document.activeElement?.textContent).toBe('Notifications')
})
