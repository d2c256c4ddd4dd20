// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import SweepBar from './sweep-bar.tsx'
import { bookOf, COLLECTION, resetSweep, SWEEP } from './testing/sweep-fixtures.ts'

const user = userEvent.setup()

afterEach(resetSweep)

describe('a sweep under the filters of the list', () => {
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
