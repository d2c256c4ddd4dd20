import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { COLLECTION } from '../testing/every-request.ts'
import { detailOf, itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { PATIENT, press, resetTradeHarness, SWEEP } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('sweeping', () => {
  // @feature buy.sweep
  it.each([
    ['by count', { count: 3 }],
    ['by budget', { budget: '900000000' }],
  ])('buys what is left when an item of a sweep %s is removed, and nothing in its place', async (_way, criteria) => {
    const items = [TOKEN, OTHER_TOKEN, { ...TOKEN, tokenDataId: `0x${'7'.repeat(64)}`, name: 'Stone #7' }].map(
      ({ tokenDataId, name }) => itemOf({ tokenDataId, name }),
    )
    const bodies: unknown[] = []
    const answers = {
      [SWEEP]: (body: unknown) => {
        bodies.push(body)
        const left = items.filter(({ tokenDataId }) => !JSON.stringify(body).includes(tokenDataId ?? ''))
        return { ...quoteOf({}, { items: left }), curve: [] }
      },
    }
    const limits = { filter: {}, excludedTokens: [], excludedMarketplaces: [], ...criteria }
    openTradeDialog({ kind: 'sweep', collection: COLLECTION, criteria: limits }, { answers })
    await press('Remove Stone #7')
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ count: 2, ...('budget' in criteria && criteria) }))
    await press(`Remove ${OTHER_TOKEN.name}`)
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ count: 1 }))
  })

  // @feature buy.dialog
  it.each([
    ['another item was loaded at', 'over floor', { at: ['84750000', '83500000'] }],
    ['a live message brings', 'over floor', { at: ['84750000', '84750000'], live: '83500000', of: TOKEN.collectionId }],
    ['others rise to', 'under floor', { at: ['83500000', '83500000'], live: '200000000', of: TOKEN.collectionId }],
    ['of another collection changes, not', 'over floor', { at: ['83500000', '83500000'], live: '1', of: '0x9' }],
  ])(
    'compares every item of a sweep with the one present floor, also where %s it',
    async (_, words, { at, ...live }) => {
      const [first, second] = at
      const items = [
        itemOf({ priceOctas: '83500000' }),
        itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, priceOctas: '84750000' }),
      ]
      // The first item is loaded after the second, which was loaded at a floor of its time.
      const answers = {
        [SWEEP]: () => ({ ...quoteOf({}, { items }), curve: [] }),
        [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () =>
          detailOf({ ...OTHER_TOKEN, collectionFloorPrice: first ?? null }),
        [`/api/collection/nfts/${TOKEN.tokenDataId}`]: async () => {
          await new Promise((later) => setTimeout(later, 20))
          return detailOf({ collectionFloorPrice: second ?? null })
        },
      }
      const criteria = { filter: {}, excludedTokens: [], excludedMarketplaces: [], count: 2 }
      openTradeDialog({ kind: 'sweep', collection: COLLECTION, criteria }, { answers })
      const list = await screen.findByRole('region', { name: 'Items to buy' }, PATIENT)
      await within(list).findByText(at[1] === '83500000' ? 'at floor' : '1.47% under floor', {}, PATIENT)
      if ('live' in live) {
        const message = {
          kind: 'floor_change',
          id: '1',
          collectionId: live.of,
          version: '9',
        } as const
        act(() => deliverLive({ ...message, at: '1', old: null, new: live.live }))
      }
      const notes =
        words === 'over floor' ? ['at floor', '1.5% over floor'] : ['58.25% under floor', '57.63% under floor']
      for (const note of notes) await within(list).findByText(note, {}, PATIENT)
    },
  )
})
