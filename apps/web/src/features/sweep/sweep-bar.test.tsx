// @vitest-environment happy-dom

import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { latestRate } from '../../shared/format/apt-rate.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import SweepBar from './sweep-bar.tsx'
import { bookOf, COLLECTION, NO_FILTER, resetSweep, SWEEP } from './testing/sweep-fixtures.ts'

const user = userEvent.setup()

function ChooseUsd() {
  const { setPreference } = useSite()
  return (
    <button type="button" onClick={() => setPreference('currency', 'USD')}>
      USD
    </button>
  )
}

afterEach(resetSweep)

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
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'sweep', shownOctas: '100000000' })
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
    await user.click(screen.getByRole('button', { name: 'Show details' }))
    const chart = await screen.findByRole('slider', { name: 'Cost by number of items' })
    act(() => chart.focus())
    await user.keyboard('{End}')
    expect(chart.getAttribute('aria-valuetext')).toBe('3 items, $67.36')
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

describe('the quote of a sweep', () => {
  // @feature buy.sweep-live
  it.each(['floor_change', 'listings_change', 'tokens_change'] as const)(
    'refetches its quote on a %s of its collection',
    async (kind) => {
      let prices = [100_000_000n, 200_000_000n]
      const filter = { ...NO_FILTER, name: 'Stone' }
      renderSite(<SweepBar collection={COLLECTION} filter={filter} />, { [SWEEP]: () => bookOf(prices) })
      await screen.findByText('From 1 APT')
      prices = [300_000_000n]
      const change = kind === 'floor_change' ? { kind, old: '100000000', new: '300000000' } : { kind }
      act(() => deliverLive({ id: '1', version: '9', at: '1', ...COLLECTION, ...change }))
      await screen.findByText('From 3 APT')
    },
  )

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
})
