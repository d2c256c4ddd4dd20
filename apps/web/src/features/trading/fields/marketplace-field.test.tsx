import type { MarketplaceInfo } from '@opal/contract/network'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { COLLECTION } from '../testing/every-request.ts'
import { openTradeDialog, recordQuotes, TOKEN } from '../testing/trade-harness.tsx'
import { BID, LIST, PATIENT, resetTradeHarness, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const [OWN] = MARKETPLACES as readonly [MarketplaceInfo]
const OTHER: MarketplaceInfo = { ...OWN, id: 'other', displayName: 'Other Market', isNative: false }
const THIRD: MarketplaceInfo = { ...OTHER, id: 'third', displayName: 'Third Market' }
const CLOSED: MarketplaceInfo = { ...OWN, status: 'cancel-only' }

const ORDERS: readonly (readonly [TradeRequest, string])[] = [
  [{ kind: 'list', tokens: [TOKEN] }, LIST],
  [{ kind: 'token-bid', token: TOKEN }, BID],
  [{ kind: 'collection-bid', collection: COLLECTION }, '/api/collection/bid'],
]

// @feature trade.default-marketplace
it.each(
  ORDERS.flatMap(([request, path]) =>
    [
      ['the native one', [OWN, OTHER], undefined],
      ['the only one that is open', [CLOSED, OTHER], 'other'],
      ['the first one that is open', [CLOSED, OTHER, THIRD], 'other'],
    ].map(([name, marketplaces, expected]) => [request.kind, name, request, path, marketplaces, expected] as const),
  ),
)('%s: a new order is for %s unless another is chosen', async (_kind, _name, request, path, marketplaces, expected) => {
  const { bodies, answers } = recordQuotes(path)
  openTradeDialog(request, { answers, marketplaces: marketplaces as readonly MarketplaceInfo[] })
  await user.type(await screen.findByLabelText(/^(Price|Bid price)/, {}, PATIENT), '0.9')
  await waitFor(() => expect(bodies).not.toEqual([]), PATIENT)
  const marketplace = /"marketplace":"(\w+)"/.exec(JSON.stringify(bodies.at(-1)))?.[1]
  expect(marketplace).toBe(expected)
  const field = screen.queryByLabelText<HTMLSelectElement>('Marketplace')
  if (field !== null) expect(field.value).toBe(expected ?? 'own')
})
