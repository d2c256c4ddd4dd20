import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openTradeDialog, recordQuotes, TOKEN } from '../testing/trade-harness.tsx'
import { BUY, DELIST, PATIENT, press, resetTradeHarness, TRANSFER, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const EDITIONS = ['0', '3', '7'].map((propertyVersion) => {
  const listing = { listingId: `listing of ${propertyVersion}`, listedPropertyVersion: propertyVersion }
  return { ...TOKEN, propertyVersion, editionsHeld: 3, ...listing }
})

/** The requests to the API. */
interface Trade {
  readonly items: readonly { readonly listingId?: string; readonly propertyVersion?: string }[]
}

// @feature trade.editions
it.each([
  ['delist', DELIST, ['listing of 0', 'listing of 7']],
  ['buy', BUY, ['listing of 0', 'listing of 7']],
  ['transfer', TRANSFER, ['0', '7']],
] as const)('takes one edition of a token out of several: %s', async (kind, call, left) => {
  const { bodies, answers } = recordQuotes<Trade>(call)
  openTradeDialog({ kind, tokens: EDITIONS }, { answers })
  await press(`Remove ${TOKEN.name} Edition 3`)
  expect(screen.queryByText(/Edition 3/)).toBeNull()
  if (kind === 'transfer') await user.type(screen.getByLabelText('To'), `0x${'5e'.repeat(32)}`)
  await waitFor(() => {
    expect(bodies.at(-1)?.items.map((item) => item.listingId ?? item.propertyVersion)).toEqual(left)
  }, PATIENT)
})
