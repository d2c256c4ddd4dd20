// @vitest-environment happy-dom
import { DataTable } from '@opal/ui/data/data-table'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { cart, takeFromCart } from '../../entities/order/cart.ts'
import { siteActions } from '../../shared/hooks/site-actions.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { testingItem } from '../../testing/testing-item.ts'
import { FiltersButton } from './filters/filters-button.tsx'
import { TokenCard } from './token-card.tsx'
import { tokenColumns } from './token-columns.tsx'
import { useItemKeys } from './use-item-keys.ts'

const TOKENS = [1, 2].map((at) =>
  testingItem(`0x${String(at).repeat(64)}`, {
    name: `Stone #${at}`,
    listedPrice: '100000000',
    marketplace: 'own',
    listingId: `l${at}`,
  }),
)

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  finishCommand('openTrade')
  takeFromCart(cart.get().map(({ tokenDataId }) => tokenDataId))
})

function Filters() {
  return (
    <FiltersButton count={0} total={2} inSheet>
      all of them
    </FiltersButton>
  )
}

function Items({ layout }: { layout: 'grid' | 'table' }) {
  useItemKeys()
  if (layout === 'table') {
    return (
      <main>
        <Filters />
        <DataTable
          label="Items"
          columns={tokenColumns(TOKENS, 100)}
          rows={TOKENS}
          rowKey={({ tokenDataId }) => tokenDataId}
          empty={null}
        />
      </main>
    )
  }
  return (
    <>
      <Filters />
      <ul>
        {TOKENS.map((token, at) => (
          <li key={token.tokenDataId} data-index={at}>
            <TokenCard token={token} supply={100} index={at} highlighted={false} gone={false} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Runs the action of a key. */
function press(keys: string): void {
  const action = siteActions.get().find((one) => one.keys === keys)
  act(() => action?.run())
}

const inCart = () => cart.get().map(({ name }) => name)
const bought = () => commandRequest('openTrade')

describe.each(['grid', 'table'] as const)('in the %s', (layout) => {
  const tick = (at: number) =>
    layout === 'grid'
      ? screen.findByRole('button', { name: new RegExp(`cart: Stone #${at}$`) })
      : screen.findByRole('checkbox', { name: `Select Stone #${at}` })

  // @feature shell.item-keys
  it('single keys tick, buy and filter', async () => {
    renderSite(<Items layout={layout} />, {})
    await tick(2)
    press('b')
    expect(bought()).toBeNull()
    document.querySelector<HTMLElement>('[data-card-link], [data-row-link]')?.focus()
    press('c')
    await waitFor(() => expect(inCart()).toEqual(['Stone #1']))
    press('c')
    expect(inCart()).toEqual([])
    press('x')
    await waitFor(() => expect(inCart()).toEqual(['Stone #1']))
    press('x')
    expect(inCart()).toEqual([])
    press('b')
    expect(bought()).toMatchObject({ kind: 'buy', tokens: [{ name: 'Stone #1' }] })
    press('f')
    await screen.findByRole('dialog', { name: 'Filters' })
  })

  // @feature shell.item-keys
  it.each([
    ['by mouse, to the item under the pointer', false, 'Stone #2'],
    ['by keyboard, to the focused item', true, 'Stone #1'],
  ])('a key goes, where the focus was moved %s', async (_, isVisible, expected) => {
    renderSite(<Items layout={layout} />, {})
    const [first, second] = [await tick(1), await tick(2)]
    first.focus()
    fireEvent.click(first)
    const row = second.closest('[data-index], [data-row]')
    const query = document.querySelector.bind(document)
    vi.spyOn(document, 'querySelector').mockImplementation((of: string) => (of.endsWith(':hover') ? row : query(of)))
    const matches = Element.prototype.matches
    vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, of: string) {
      return of === ':focus-visible' ? isVisible && this === first : matches.call(this, of)
    })
    press('b')
    expect(bought()).toMatchObject({ tokens: [{ name: expected }] })
  })
})
