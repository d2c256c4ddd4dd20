// @vitest-environment happy-dom
import type { Token } from '@opal/contract/tokens'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { cart, takeFromCart, toggleCart } from '../../../entities/order/cart.ts'
import { cartIds, sweptIds } from '../../../entities/order/marked-tokens.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingItem } from '../../../testing/testing-item.ts'
import { TokenCard } from '../token-card.tsx'
import { usePicking } from './use-picking.ts'

const idOf = (at: number) => `0x${String(at).repeat(64)}`
/** Five for sale, but the third. */
const TOKENS: readonly Token[] = [1, 2, 3, 4, 5].map((at) =>
  testingItem(idOf(at), {
    name: `Stone #${at}`,
    ...(at !== 3 && { listedPrice: String(at * 100_000_000), marketplace: 'own', listingId: `l${at}` }),
  }),
)

afterEach(() => {
  cleanup()
  takeFromCart(cart.get().map(({ tokenDataId }) => tokenDataId))
  sweptIds.set(new Set())
})

function List() {
  return (
    <div {...usePicking(TOKENS)}>
      <ul>
        {TOKENS.map((token, at) => (
          <li key={token.tokenDataId} data-index={at}>
            <TokenCard token={token} supply={100} index={at} highlighted={false} gone={false} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const tick = (at: number) => screen.findByRole('button', { name: new RegExp(`cart: Stone #${at}$`) })
const card = (at: number) => screen.getByRole('link', { name: `#${at}` })
const inCart = () => cart.get().map(({ name }) => name)

describe('items that are picked', () => {
  // @feature items.pick
  it('are put into the cart by a tick, and by a shift-click all from there on that can be bought', async () => {
    renderSite(<List />, {})
    fireEvent.click(await tick(1))
    expect(inCart()).toEqual(['Stone #1'])
    fireEvent.click(card(4), { shiftKey: true })
    await waitFor(() => expect(inCart()).toEqual(['Stone #1', 'Stone #2', 'Stone #4']))
  })

  // @feature items.pick
  it('are all that a drag from a tick goes over, and leave the cart where it began on one that was in', async () => {
    renderSite(<List />, {})
    fireEvent.pointerDown(await tick(5), { pointerType: 'mouse', buttons: 1 })
    fireEvent.pointerOver(card(4), { pointerType: 'mouse', buttons: 1 })
    await waitFor(() => expect(inCart()).toEqual(['Stone #4', 'Stone #5']))
    fireEvent.pointerUp(card(4))
    fireEvent.pointerOver(card(1), { pointerType: 'mouse', buttons: 0 })
    fireEvent.pointerDown(await tick(4), { pointerType: 'mouse', buttons: 1 })
    fireEvent.pointerOver(card(5), { pointerType: 'mouse', buttons: 1 })
    await waitFor(() => expect(inCart()).toEqual([]))
  })

  // @feature items.marked
  it('are ringed, and so is what a sweep would take; the tick says which', async () => {
    const { container } = renderSite(<List />, {})
    await tick(1)
    toggleCart(TOKENS[0] as Token)
    sweptIds.set(new Set([idOf(2)]))
    const marks = () =>
      [...container.querySelectorAll('article')].map((article) => [
        article.hasAttribute('data-selected'),
        article.querySelector('[data-pick]')?.getAttribute('data-mark') ?? null,
      ])
    await waitFor(() =>
      expect(marks()).toEqual([
        [true, 'cart'],
        [true, 'sweep'],
        [false, null],
        [false, null],
        [false, null],
      ]),
    )
    expect([...cartIds.get()]).toEqual([idOf(1)])
    // What is not for sale has no tick.
    expect(container.querySelectorAll('[data-pick]')).toHaveLength(4)
  })
})
