// @vitest-environment happy-dom
import type { Token } from '@opal/contract/tokens'
import { runs } from '@opal/domain/testing/effort/config'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addToCart, cart, takeFromCart, toggleCart } from '../../../entities/order/cart.ts'
import { cartIds, sweptIds } from '../../../entities/order/marked-tokens.ts'
import { createStore, useStore } from '../../../shared/hooks/store.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingItem } from '../../../testing/testing-item.ts'
import { TokenCard } from '../token-card.tsx'
import Picking from './picking.tsx'

const idOf = (at: number) => `0x${String(at).repeat(64)}`
/** Five for sale, but the third. */
const TOKENS: readonly Token[] = [1, 2, 3, 4, 5].map((at) =>
  testingItem(idOf(at), {
    name: `Stone #${at}`,
    ...(at !== 3 && { listedPrice: String(at * 100_000_000), marketplace: 'own', listingId: `l${at}` }),
  }),
)

/** Items that the list shows; a live change replaces them. */
const shown = createStore(TOKENS)

afterEach(() => {
  cleanup()
  shown.set(TOKENS)
  takeFromCart(cart.get().map(({ tokenDataId }) => tokenDataId))
  sweptIds.set(new Set())
})

function List({ skipped = 0 }: { skipped?: number }) {
  const tokens = useStore(shown)
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame}>
      <Picking frame={frame} tokens={tokens} skipped={skipped} />
      <ul>
        {tokens.map((token, at) => (
          <li key={token.tokenDataId} data-index={skipped + at}>
            <TokenCard token={token} supply={100} index={skipped + at} highlighted={false} gone={false} />
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

  // @feature items.pick, items.long-list
  it.each([1, 3, 50, 1_000])('are those that are pressed, where %i before them have left memory', async (skipped) => {
    renderSite(<List skipped={skipped} />, {})
    fireEvent.click(await tick(2))
    fireEvent.click(card(4), { shiftKey: true })
    await waitFor(() => expect(inCart()).toEqual(['Stone #2', 'Stone #4']))
    fireEvent.pointerDown(await tick(4), { pointerType: 'mouse', buttons: 1 })
    fireEvent.pointerOver(card(2), { pointerType: 'mouse', buttons: 1 })
    await waitFor(() => expect(inCart()).toEqual([]))
  })

  // @feature items.pick
  it.each([
    ['from the token that was ticked, wherever it is now', [2, 4, 1, 3, 5], ['Stone #1', 'Stone #5']],
    ['alone where that token has gone', [2, 4, 3, 5], ['Stone #1', 'Stone #5']],
  ])('are taken %s', async (_, order, expected) => {
    renderSite(<List />, {})
    fireEvent.click(await tick(1))
    act(() => shown.set(order.flatMap((at) => TOKENS[at - 1] ?? [])))
    fireEvent.click(card(5), { shiftKey: true })
    await waitFor(() => expect(inCart()).toEqual(expected))
  })

  // @feature items.pick
  it('are those between the ends of a drag, whatever its path, and the click that ends it changes nothing', async () => {
    renderSite(<List />, {})
    await tick(5)
    const place = fc.integer({ min: 1, max: 5 })
    const buyable = place.filter((at) => at !== 3)
    await fc.assert(
      fc.asyncProperty(
        buyable,
        fc.array(place, { minLength: 1 }),
        fc.uniqueArray(buyable),
        async (from, path, before) => {
          const mouse = { pointerType: 'mouse', buttons: 1, detail: 1 }
          act(() => {
            takeFromCart(cart.get().map(({ tokenDataId }) => tokenDataId))
            addToCart(before.flatMap((at) => TOKENS[at - 1] ?? []))
          })
          const start = await tick(from)
          fireEvent.pointerDown(start, mouse)
          for (const at of path) fireEvent.pointerOver(card(at), mouse)
          const last = path.at(-1) ?? from
          const isAdding = !before.includes(from)
          const inSpan = (at: number) => at >= Math.min(from, last) && at <= Math.max(from, last)
          const expectCart = async (isPicked: (at: number) => boolean) => {
            const wanted = [1, 2, 4, 5].filter((at) => (isPicked(at) ? isAdding : before.includes(at)))
            await act(() => vi.dynamicImportSettled())
            expect(inCart().toSorted()).toEqual(wanted.map((at) => `Stone #${at}`))
          }
          const isStill = path.every((at) => at === from)
          await expectCart((at) => !isStill && inSpan(at))
          fireEvent.pointerUp(last === from ? start : card(last), mouse)
          // The browser's click is of the control where the drag both began and ended, else of what holds both.
          if (last === from) fireEvent.click(start, mouse)
          await expectCart(inSpan)
        },
      ),
      { numRuns: runs(25) },
    )
    // The next press is one of its own.
    act(() => takeFromCart(cart.get().map(({ tokenDataId }) => tokenDataId)))
    const first = await tick(1)
    fireEvent.pointerDown(first, { pointerType: 'mouse', buttons: 1 })
    fireEvent.pointerUp(first)
    fireEvent.click(first, { detail: 1 })
    expect(inCart()).toEqual(['Stone #1'])
  })

  // @feature items.marked
  it('are ringed and ticked, and so is what a sweep would take; the tick says which', async () => {
    const { container } = renderSite(<List />, {})
    await tick(1)
    toggleCart(TOKENS[0] as Token)
    sweptIds.set(new Set([idOf(2)]))
    const marks = () =>
      [...container.querySelectorAll('article')].map((article) => [
        article.hasAttribute('data-selected'),
        article.querySelector('[data-pick]')?.getAttribute('data-mark') ?? null,
        article.querySelector('[data-pick] svg.lucide-check') !== null,
      ])
    await waitFor(() =>
      expect(marks()).toEqual([
        [true, 'cart', true],
        [true, 'sweep', true],
        [false, null, false],
        [false, null, false],
        [false, null, false],
      ]),
    )
    expect([...cartIds.get()]).toEqual([idOf(1)])
    // The tick of a sweep still puts the item into the cart.
    fireEvent.click(await tick(2))
    expect(inCart()).toEqual(['Stone #1', 'Stone #2'])
    // Tokens that are not for sale have no checkbox.
    expect(container.querySelectorAll('[data-pick]')).toHaveLength(4)
  })
})
