import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { buildTokenSet, isMember, leafOf } from '@opal/domain/tokens/token-set'
import { addTokenSet } from '@opal/store/accounts/token-sets'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../testing/test-api.ts'
import { BLANK_ITEM, type PlannedItem, REASONS } from './plan/trade-plan.ts'
import { SetProofs } from './set-proofs.ts'

const TOKENS = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId, THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]
let api: TestApi
let rows: readonly TokenRow[]
beforeAll(async () => {
  api = await createTestApi()
  rows = await readTokens(api.store, TOKENS, TEST_NOW_MICROS)
})
afterAll(() => api[Symbol.asyncDispose]())

const leaf = (id: string) => leafOf({ standard: 'v2', tokenDataId: parseAddress(id) })

// @feature bid.set
it('each token of a sale has the proof of its set, and each set is built once', async () => {
  const sets = fc.array(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { minLength: 1, maxLength: 3 })
  const sold = fc.array(fc.record({ set: fc.nat(), token: fc.nat({ max: 3 }), isRefused: fc.boolean() }), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(sets, sold, fc.nat({ max: 8 }), async (lists, items, atFirst) => {
      const roots = await Promise.all(
        lists.map(async (list) => {
          const tokens = list.map((at) => TOKENS[at] ?? '')
          const { root } = buildTokenSet(tokens.map(leaf))
          await addTokenSet(api.store, { root, collectionId: EXAMPLE.collectionId, tokens }, { client: 'a', site: 'a' })
          return root
        }),
      )
      const planned = items.map(({ set, token, isRefused }): PlannedItem & { readonly isIn: boolean } => ({
        ...BLANK_ITEM,
        token: rows.find(({ tokenDataId }) => tokenDataId === TOKENS[token]) ?? null,
        offer: { setRoot: roots[set % roots.length] ?? null } as AnyOfferRow,
        reason: isRefused ? REASONS.noOffer : null,
        isIn: lists[set % roots.length]?.includes(token) === true,
      }))
      let built = 0
      const setGate = <Answer>(load: () => Promise<Answer>) => {
        built += 1
        return load()
      }
      const proofs = new SetProofs({ store: api.store, setGate })
      await proofs.load(planned)
      expect(built).toBe(new Set(planned.flatMap(({ offer, reason }) => (reason === null ? offer?.setRoot : []))).size)
      await proofs.load(planned.slice(0, atFirst))
      const possible = planned.filter(({ reason }) => reason === null)
      expect(built).toBe(new Set(possible.map(({ offer }) => offer?.setRoot)).size)
      for (const item of possible) {
        const proof = proofs.of(item)
        if (item.isIn)
          expect(isMember(item.offer?.setRoot ?? '', leaf(item.token?.tokenDataId ?? ''), proof)).toBe(true)
        else expect(proof).toEqual([])
      }
    }),
    { numRuns: runs(15) },
  )
})
