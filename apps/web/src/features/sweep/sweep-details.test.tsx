// @vitest-environment happy-dom

import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import SweepBar from './sweep-bar.tsx'
import { bookOf, COLLECTION, ITEM, NO_FILTER, resetSweep, SWEEP } from './testing/sweep-fixtures.ts'

const user = userEvent.setup()

afterEach(resetSweep)

describe('the details of a sweep', () => {
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
  it('shows how many its budget allows, and steps from there', async () => {
    const prices = [100_000_000n, 200_000_000n, 900_000_000n]
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: () => bookOf(prices) })
    await screen.findByText('From 1 APT')
    await user.type(screen.getByLabelText('Budget'), '3.5')
    const shown = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Sweep' }).value
    expect(shown()).toBe('2')
    await user.click(screen.getByRole('button', { name: 'One less' }))
    expect(shown()).toBe('1')
    expect(screen.getByRole('status').textContent).toContain('1 for')
  })

  // @feature buy.sweep, trade.disabled-reason
  it.each([
    ['Budget', '0.5', 'Budget too low'],
    ['Max price per item', '0.5', 'No listings match your limits'],
  ])('says why it buys nothing where its %s is below the cheapest item', async (label, typed, reason) => {
    const answer = (body: unknown) =>
      bookOf(typeof body === 'object' && body !== null && 'maxPrice' in body ? [] : [100_000_000n])
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: answer })
    await screen.findByText('From 1 APT')
    await user.click(screen.getByRole('button', { name: 'One more' }))
    await user.type(screen.getByLabelText(label), typed)
    await screen.findByText(reason)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Magic buy' }).disabled).toBe(true)
  })

  // @feature buy.sweep
  it('draws no curve of what nothing costs, and gives back what was left out', async () => {
    const answer = (body: unknown) => {
      const { exclude } = body as { exclude: { tokenDataIds: readonly string[] } }
      return exclude.tokenDataIds.length > 0 ? bookOf([]) : { ...bookOf([100_000_000n]), items: [ITEM] }
    }
    renderSite(<SweepBar collection={COLLECTION} filter={NO_FILTER} />, { [SWEEP]: answer })
    await user.click(await screen.findByRole('button', { name: 'Show details' }))
    expect(screen.getAllByRole('slider')).toHaveLength(2)
    await user.click(await screen.findByRole('button', { name: 'Exclude Stone #1' }))
    await screen.findByText('No listings to buy')
    expect(screen.getAllByRole('slider')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Restore 1 excluded' }))
    await screen.findByText('The cheapest of Stones')
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
})
