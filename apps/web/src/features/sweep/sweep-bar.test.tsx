// @vitest-environment happy-dom

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { latestRate } from '../../shared/format/apt-rate.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import SweepBar from './sweep-bar.tsx'

const SWEEP = '/api/collection/nfts/sweep'
const COLLECTION = { collectionId: `0x${'2'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }
const NO_FILTER = {}
const user = userEvent.setup()

const NO_MONEY = {
  priceOctas: '0',
  sellerOctas: '0',
  commissionOctas: '0',
  royaltyOctas: '0',
  placingFeeOctas: '0',
  gasOctas: '0',
  storageRefundOctas: '0',
  totalOctas: '0',
  receivedOctas: '0',
  balanceOctas: null,
  balanceAfterOctas: null,
}

/** Returns the quote of a sweep of tokens at these prices. */
function bookOf(prices: readonly bigint[]) {
  const totals = prices.map((_, at) => prices.slice(0, at + 1).reduce((sum, one) => sum + one, 0n))
  const curve = totals.map((total, at) => ({ count: at + 1, costOctas: String(total) }))
  return { payload: null, simulation: null, split: NO_MONEY, items: [], reason: null, priceGuard: null, curve }
}

function ChooseUsd() {
  const { setPreference } = useSite()
  return (
    <button type="button" onClick={() => setPreference('currency', 'USD')}>
      USD
    </button>
  )
}

afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  latestRate.set(latestRate.initial)
  vi.unstubAllGlobals()
})

// @feature shell.item-keys
it.each(['Sweep', 'How many to sweep', 'Budget', 'Max price per item'])('is left by Escape in %s', async (label) => {
  renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf([100_000_000n]) })
  const field = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
  field.focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(document.body)
})

// @feature shell.item-keys
it('begins by Enter in the number, once there is one', async () => {
  renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf([100_000_000n]) })
  const field = await screen.findByLabelText<HTMLInputElement>('Sweep', { selector: 'input' })
  field.focus()
  await user.keyboard('{Enter}')
  expect(commandRequest('openTrade')).toBeNull()
  await user.keyboard('1')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Magic buy' }).disabled).toBe(false))
  await user.keyboard('{Enter}')
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'sweep' })
})

// @feature shell.item-keys
it('gives the focus back on Escape to what had it before', async () => {
  renderSite(
    <>
      <button type="button">Card</button>
      <SweepBar collection={COLLECTION} filter={NO_FILTER} />
    </>,
    { [SWEEP]: () => bookOf([100_000_000n]) },
  )
  const field = await screen.findByLabelText<HTMLInputElement>('How many to sweep', { selector: 'input' })
  screen.getByRole('button', { name: 'Card' }).focus()
  field.focus()
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Card' }))
})

// @feature buy.sweep
it('takes a usual number by one press, and offers none above what is for sale', async () => {
  const prices = Array.from({ length: 12 }, () => 100_000_000n)
  renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf(prices) })
  await user.click(await screen.findByRole('button', { name: 'Sweep 5' }))
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Sweep' }).value).toBe('5')
  expect(screen.queryByRole('button', { name: 'Sweep 20' })).toBeNull()
})

// @feature buy.sweep
it('replaces its number by one that is typed when the field gets the focus', async () => {
  const prices = Array.from({ length: 12 }, () => 100_000_000n)
  renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf(prices) })
  await user.click(await screen.findByRole('button', { name: 'Sweep 5' }))
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Sweep' })
  field.focus()
  await user.keyboard('8')
  expect(field.value).toBe('8')
})

describe('a collapsed sweep', () => {
  // @feature buy.sweep-slim
  it('is one line on phones until a count is chosen, and again after it is reset', async () => {
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf([100_000_000n]) })
    await screen.findByText('From 1 APT')
    const bar = screen.getByRole('region', { name: 'Sweep' })
    expect(bar.hasAttribute('data-unused')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'One more' }))
    expect(bar.hasAttribute('data-unused')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'One less' }))
    await user.click(document.body)
    expect(bar.hasAttribute('data-unused')).toBe(true)
  })

  // @feature currency.toggle
  it('says prices in the currency of the reader', async () => {
    latestRate.set({ cents: 842n, ageSeconds: 1 })
    const inUsd = (
      <>
        <ChooseUsd />
        <SweepBar collection={COLLECTION} filter={NO_FILTER} />
      </>
    )
    renderSite(inUsd, { [SWEEP]: () => bookOf([100_000_000n, 300_000_000n, 400_000_000n]) })
    await screen.findByText('From 1 APT')
    await user.click(screen.getByRole('button', { name: 'USD' }))
    await screen.findByText('From $8.42')
    await user.click(screen.getByRole('button', { name: 'One more' }))
    expect(screen.getByRole('region', { name: 'Sweep' }).textContent).not.toMatch(/average, next [^$]/)
    screen.getByText('next $25.26')
  })

  it('stays as it is while the focus is in it, whatever is cleared', async () => {
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf([100_000_000n]) })
    await screen.findByText('From 1 APT')
    const bar = screen.getByRole('region', { name: 'Sweep' })
    await user.click(screen.getByRole('button', { name: 'Show details' }))
    await user.type(screen.getByLabelText('Budget'), '3')
    await user.click(screen.getByRole('button', { name: 'Hide details' }))
    await user.clear(screen.getByLabelText('Budget'))
    expect(document.activeElement).toBe(screen.getByLabelText('Budget'))
    expect(bar.hasAttribute('data-unused')).toBe(false)
    await user.type(screen.getByLabelText('Budget'), '5')
    await user.clear(screen.getByLabelText('Budget'))
    // Within the bar, then out of it.
    act(() => screen.getByRole('button', { name: 'One more' }).focus())
    expect(bar.hasAttribute('data-unused')).toBe(false)
    act(() => screen.getByRole('button', { name: 'One more' }).blur())
    expect(bar.hasAttribute('data-unused')).toBe(true)
  })

  it('keeps the focus on the button that steps down to nothing and up to all', async () => {
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf([100_000_000n]) })
    await screen.findByText('From 1 APT')
    const step = async (name: string) => {
      await user.click(screen.getByRole('button', { name }))
      await user.keyboard('{Enter}')
      expect(document.activeElement).toBe(screen.getByRole('button', { name }))
    }
    const count = screen.getByRole<HTMLInputElement>('spinbutton')
    await step('One more')
    expect(count.value).toBe('1')
    await step('One less')
    expect(count.value).toBe('0')
    expect(screen.getByRole('region', { name: 'Sweep' }).hasAttribute('data-unused')).toBe(false)
  })
})

describe('an open sweep', () => {
  // @feature buy.sweep-live
  it('refetches its quote on an event of its collection', async () => {
    let prices = [100_000_000n, 200_000_000n]
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf(prices) })
    await screen.findByText('From 1 APT')
    prices = [300_000_000n]
    const change = { old: '100000000', new: '300000000' }
    act(() => deliverLive({ kind: 'floor_change', id: '1', version: '9', at: '1', ...COLLECTION, ...change }))
    await screen.findByText('From 3 APT', {}, { timeout: 15_000 })
  })

  // @feature buy.sweep-live
  it('refetches ever less often while events come without end, and as what no user asked for', async () => {
    const asked: string[] = []
    const answer = (_body: unknown, url: URL) => {
      asked.push(url.search)
      return bookOf([100_000_000n])
    }
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: answer })
    await screen.findByText('From 1 APT')
    const change = { old: '100000000', new: '300000000' }
    for (let second = 0; second < 120; second += 1) {
      act(() => deliverLive({ kind: 'floor_change', id: '1', version: '9', at: '1', ...COLLECTION, ...change }))
      await act(() => vi.advanceTimersByTimeAsync(1_000))
    }
    vi.useRealTimers()
    expect(asked[0]).toBe('')
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.length).toBeLessThan(10)
    expect(new Set(asked.slice(1))).toEqual(new Set(['?refresh=true']))
  })

  // @feature buy.sweep
  it('buys as many as its budget allows', async () => {
    const prices = [100_000_000n, 200_000_000n, 900_000_000n]
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf(prices) })
    await screen.findByText('From 1 APT')
    await user.type(screen.getByLabelText('Budget'), '3.5')
    await user.click(screen.getByRole('button', { name: 'Magic buy' }))
    expect(commandRequest('openTrade')).toMatchObject({ criteria: { count: 2, budget: '350000000' } })
  })

  // @feature buy.sweep
  it('quotes and buys on the included marketplaces, of which the last stays', async () => {
    const bodies: unknown[] = []
    const answer = (body: unknown) => {
      bodies.push(body)
      return bookOf([100_000_000n])
    }
    const [own] = MARKETPLACES
    if (own === undefined) throw new Error('no marketplace')
    const marketplaces = [own, { ...own, id: 'other', displayName: 'Other Market', isNative: false }]
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: answer }, marketplaces)
    await screen.findByText('From 1 APT')
    await user.click(screen.getByRole('button', { name: 'Show details' }))
    const places = within(screen.getByRole('group', { name: 'Buy on' }))
    await user.click(places.getByLabelText('Other Market'))
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ exclude: { marketplaces: ['other'] } }))
    await user.click(places.getByLabelText('Own Market'))
    expect((places.getByLabelText('Own Market') as HTMLInputElement).checked).toBe(true)
    await user.click(screen.getByRole('button', { name: 'One more' }))
    await user.click(screen.getByRole('button', { name: 'Magic buy' }))
    expect(commandRequest('openTrade')).toMatchObject({ criteria: { count: 1, excludedMarketplaces: ['other'] } })
  })

  // @feature buy.sweep
  it.each([
    ['Budget', '0', 'Enter an amount above zero'],
    ['Budget', '1,500', 'Write thousands without a comma: 1500'],
    ['Max price per item', '-1', 'Enter an amount above zero'],
    ['Max price per item', 'two', 'Enter an amount, such as 1.5'],
  ])('buys nothing while its %s reads %s, and says why', async (label, typed, advice) => {
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf([100_000_000n]) })
    await screen.findByText('From 1 APT')
    await user.click(screen.getByRole('button', { name: 'One more' }))
    const buy = screen.getByRole<HTMLButtonElement>('button', { name: 'Magic buy' })
    expect(buy.disabled).toBe(false)
    await user.type(screen.getByLabelText(label), typed)
    await screen.findByText(advice)
    await waitFor(() => expect(buy.disabled).toBe(true))
    await user.clear(screen.getByLabelText(label))
    await waitFor(() => expect(buy.disabled).toBe(false))
  })

  // @feature buy.sweep-explained
  it.each([
    ['a wide window', false],
    ['a phone', true],
  ])('says in its details what a sweep is, with the way to the rest of it: %s', async (_, isNarrow) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }))
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf([100_000_000n]) })
    await user.click(await screen.findByRole('button', { name: 'Show details' }))
    const text = (await screen.findByText(/^A sweep buys the cheapest items/)).textContent
    expect(text).toContain('up to 30 at once: in one transaction where the marketplaces allow it.')
    expect(screen.getByRole('link', { name: 'How a sweep works' }).getAttribute('href')).toBe('/help#sweep')
  })

  // @feature buy.sweep-slim
  it('folds its details once the items are bought', async () => {
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf([100_000_000n]) })
    await screen.findByText('From 1 APT')
    await user.click(screen.getByRole('button', { name: 'Show details' }))
    await user.click(screen.getByRole('button', { name: 'One more' }))
    await user.click(screen.getByRole('button', { name: 'Magic buy' }))
    const settle = (outcome: 'closed' | 'confirmed') =>
      act(() => commandRequest('openTrade')?.onSettled?.(outcome, { tokenDataIds: [], bids: [] }))
    settle('closed')
    screen.getByRole('button', { name: 'Hide details' })
    settle('confirmed')
    screen.getByRole('button', { name: 'Show details' })
    expect(screen.queryByRole('group', { name: 'Buy on' })).toBeNull()
  })

  const filter = {
    name: '#1',
    priceBottom: '80',
    priceTop: '90000000000',
    rarityTop: 200,
    nftType: 'LISTED' as const,
    marketplace: 'own',
    attributes: [{ trait_type: 'Climate', value: ['Arid'], not: true }],
  }

  // @feature buy.sweep-filtered
  it('quotes and buys under the filters of the list, and says so', async () => {
    const bodies: unknown[] = []
    const answer = (body: unknown) => {
      bodies.push(body)
      return bookOf([100_000_000n, 200_000_000n])
    }
    renderSite(<SweepBar collection={COLLECTION} filter={filter} />, { [SWEEP]: answer })
    await screen.findByText('From 1 APT')
    expect(screen.getByRole('status').textContent).toContain('Filtered:')
    expect(bodies.at(-1)).toMatchObject({ filter })
    await user.click(screen.getByRole('button', { name: 'One more' }))
    await user.click(screen.getByRole('button', { name: 'Magic buy' }))
    expect(commandRequest('openTrade')).toMatchObject({ criteria: { count: 1, filter } })
  })

  it('says that nothing fits the filters, and buys nothing', async () => {
    renderSite(<SweepBar collection={COLLECTION} filter={filter} />, { [SWEEP]: () => bookOf([]) })
    await screen.findByText('No listings match your filters')
    expect((screen.getByRole('button', { name: 'Magic buy' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('says nothing of the listings before they are loaded', async () => {
    let answer = (_: unknown) => {}
    const slow = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    renderSite(<SweepBar collection={COLLECTION} filter={filter} />, { [SWEEP]: slow })
    await screen.findByRole('button', { name: 'One more' })
    expect(screen.getByRole('status').textContent?.trim()).toBe('')
    answer(bookOf([100_000_000n]))
    await screen.findByText('From 1 APT')
  })

  it('says that filters cannot be applied, and buys nothing', async () => {
    const refuse = () => {
      throw new ApiFailure(422, 'too large', 'collection-too-large')
    }
    renderSite(<SweepBar collection={COLLECTION} filter={filter} />, { [SWEEP]: refuse })
    await screen.findByText(/too large to sweep by traits or ranks/)
    expect((screen.getByRole('button', { name: 'Magic buy' }) as HTMLButtonElement).disabled).toBe(true)
  })
})
