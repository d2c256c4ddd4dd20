import { runs } from '@opal/domain/testing/effort/config'
import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { OTHER_TOKEN, TOKEN } from '../testing/trade-harness.tsx'
import { tokenRows } from './item-rows.ts'
import { useLeftTokens } from './use-left-tokens.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

const token: fc.Arbitrary<TradeToken> = fc
  .record({
    tokenDataId: fc.constantFrom(TOKEN.tokenDataId, OTHER_TOKEN.tokenDataId),
    propertyVersion: fc.constantFrom('0', '3', '7', undefined),
    marketplace: fc.constantFrom('own', 'other', null),
    listingId: fc.constantFrom('a', 'b', null),
  })
  .map((changes) => ({ ...TOKEN, ...changes }))
const tokens = fc.uniqueArray(token, { minLength: 1, maxLength: 12, selector: (one) => JSON.stringify(one) })

// @feature trade.editions
it('takes out one row and no other, of any editions and listings of a token', () => {
  fc.assert(
    fc.property(tokens, fc.nat(), (all, pick) => {
      const rows = tokenRows(all, null)
      const at = pick % rows.length
      const { result, unmount } = renderHook(() => useLeftTokens(all))
      act(() => result.current.remove(rows[at]?.key ?? ''))
      expect(result.current.left).toEqual(all.toSpliced(at, 1))
      unmount()
    }),
    { numRuns: runs(100) },
  )
})
