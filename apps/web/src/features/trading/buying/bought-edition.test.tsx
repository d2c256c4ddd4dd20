import type { TradeItem } from '@opal/contract/trading/trade'
import { screen, waitFor, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { SWEEP_REQUEST } from '../testing/every-request.ts'
import { itemOf, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { BUY, PATIENT, resetTradeHarness, SWEEP } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const NAMES = { creatorAddress: `0x${'c'.repeat(64)}`, collection: 'Stones', token: 'Stone #9' }
const LISTING = { marketplace: 'own', listingId: 'a', seller: `0x${'d'.repeat(64)}`, priceOctas: '100000000' }

/** Returns an answered item of a v1 token, whose listing sells an edition. @param named the edition that its names have. */
function answered(edition: string, named: string): TradeItem {
  const names = { ...NAMES, propertyVersion: named }
  return itemOf({ names, listing: { ...LISTING, propertyVersion: edition } })
}

const editions = fc.constantFrom('0', '3', '7')
const scenes = fc.record({
  shown: editions,
  listed: editions,
  kind: fc.constantFrom('buy', 'buy-cart', 'sweep'),
  /** The page knows which edition the listing sells. */
  isNamed: fc.boolean(),
})

// @feature trade.editions
it('names the edition that is bought, whichever one the page shows', async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async ({ shown, listed, kind, isNamed }) => {
      const bodies: unknown[] = []
      const token = { ...TOKEN, propertyVersion: shown, ...(isNamed && { listedPropertyVersion: listed }) }
      const request: TradeRequest = kind === 'sweep' ? SWEEP_REQUEST : { kind, tokens: [token] }
      const answer = (body: unknown) => {
        bodies.push(body)
        return quoteOf({}, { items: [answered(listed, shown)] })
      }
      openTradeDialog(request, { answers: { [BUY]: answer, [SWEEP]: (body) => ({ ...answer(body), curve: [] }) } })
      const shownDialog = await screen.findByRole('dialog', {}, PATIENT)
      await within(shownDialog).findByText('Total with gas', {}, PATIENT)
      const isPlain = listed === '0' && (shown === '0' || kind === 'sweep')
      expect(shownDialog.textContent?.match(/Edition \d+/g) ?? []).toEqual(isPlain ? [] : [`Edition ${listed}`])
      if (kind !== 'sweep')
        expect(bodies.at(-1)).toMatchObject({ items: [isNamed ? { propertyVersion: listed } : { listingId: 'a' }] })
      if (!isNamed) expect(JSON.stringify(bodies.at(-1))).not.toContain('propertyVersion')
      resetTradeHarness()
    }),
    { numRuns: 24, endOnFailure: true },
  )
})

it('names each edition of a token that is bought in several', async () => {
  const tokens = ['0', '3'].map((listedPropertyVersion) => {
    return { ...TOKEN, propertyVersion: '0', listedPropertyVersion, listingId: `listing of ${listedPropertyVersion}` }
  })
  openTradeDialog({ kind: 'buy', tokens }, { answers: { [BUY]: () => quoteOf({}, { items: [] }) } })
  await waitFor(() => screen.getByText(/Edition 0/), PATIENT)
  screen.getByText(/Edition 3/)
})
