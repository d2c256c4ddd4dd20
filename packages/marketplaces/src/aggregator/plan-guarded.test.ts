import { parseAddress } from '@opal/domain/address'
import type { BatchIntent, MarketplaceListing, MarketplaceOffer } from '@opal/domain/intent'
import type { EntryFunctionPayload, ScriptPayload } from '@opal/domain/payload'
import { MAX_OCTAS } from '@opal/domain/prices/octas'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { buildPayload, isOffered } from '../payload/build-payload.ts'
import { isBuilt } from '../testing/is-built.ts'
import { readGuardScript } from '../testing/read-guard-script.ts'
import type { ScriptedCall } from './compose-script.ts'
import { aggregatorOn } from './contracts.ts'
import { type BatchStep, planBatch } from './plan-batch.ts'

/** The local network, and mainnet's contracts of the native marketplace, which have no guarded calls. */
const NETWORKS = [contractsOf('local'), contractsOf('mainnet')]
const seller = parseAddress('0x5e')

const token = fc.record({ isOld: fc.boolean(), isFirstCollection: fc.boolean() })
const order = fc.record({ market: fc.nat(), token, price: fc.bigInt(1n, 10n ** 13n), isOnToken: fc.boolean() })
const trade = fc.record({
  orders: fc.array(order, { minLength: 1, maxLength: 6 }),
  network: fc.constantFrom(...NETWORKS),
  hasAggregator: fc.boolean(),
  canCompose: fc.boolean(),
  isBestEffort: fc.boolean(),
})
type Trade = typeof trade extends fc.Arbitrary<infer Value> ? Value : never

const tokenAt = ({ isOld, isFirstCollection }: Trade['orders'][number]['token'], at: number): TokenRef =>
  isOld
    ? {
        standard: 'v1',
        tokenDataId: parseAddress(`0x10${at}`),
        creatorAddress: parseAddress('0xc0'),
        collectionName: isFirstCollection ? 'First' : 'Second',
        tokenName: `Old #${at}`,
        propertyVersion: 0n,
      }
    : { standard: 'v2', tokenDataId: parseAddress(`0x70${at}`) }

/** Octas in every limit that a step names: the last argument of a call, the end of a script, the aggregator's list. */
function limitsOf(step: BatchStep): readonly bigint[] {
  if (step.kind === 'script') return step.calls.flatMap(limitOf)
  return limitOf(step.payload)
}

function limitOf(payload: ScriptedCall | ScriptPayload): readonly bigint[] {
  if ('bytes' in payload) return [readGuardScript(payload)?.limitOctas ?? -1n]
  const { function: id, functionArguments } = payload
  // What the calls before it brought is moved to oneself.
  if (id === '0x1::coin::transfer') return [BigInt(String(functionArguments.at(-1)))]
  if (/_for_at_(most|least)$/.test(id)) return [BigInt(String(functionArguments.at(-1)))]
  if (/purchase_many$/.test(id)) return (functionArguments.at(-2) as EntryFunctionPayload['typeArguments']).map(BigInt)
  return []
}

function settled(steps: readonly BatchStep[]) {
  return steps.flatMap(({ items }) => items).toSorted((one, other) => one - other)
}

test('every purchase of any batch is held to the prices of its listings, to the octa', () => {
  fc.assert(
    fc.property(trade, ({ orders, network, hasAggregator, canCompose, isBestEffort }) => {
      const open = network.filter((market) => isOffered(market, 'buy'))
      const listings = orders.map(({ market, token: kind, price }, at): MarketplaceListing => {
        const marketplace = open[market % open.length]?.adapter.id ?? ''
        return {
          listingId: parseAddress(`0x1157${at}`),
          token: tokenAt(kind, at),
          seller,
          priceOctas: price,
          marketplace,
        }
      })
      const place = { marketplaces: network, aggregator: hasAggregator ? aggregatorOn('local') : null, canCompose }
      const maxOctas = listings.reduce((total, { priceOctas }) => total + priceOctas, 0n)
      const steps = planBatch({ kind: 'purchase-many', listings, isBestEffort, maxOctas }, place)
      expect(settled(steps)).toEqual(listings.map((_, at) => at))
      for (const step of steps) {
        expect(step.priceGuard).toMatch(/^(call|script|aggregator)$/)
        const prices = step.items.map((at) => listings[at]?.priceOctas ?? 0n)
        expect(limitsOf(step).reduce((sum, octas) => sum + octas, 0n)).toBe(
          prices.reduce((sum, octas) => sum + octas, 0n),
        )
      }
    }),
  )
})

test('purchases at any prices are built, and held to the most that a balance can be where they cost more together', () => {
  const large = fc.array(fc.bigInt(2n ** 63n, MAX_OCTAS), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...NETWORKS), fc.nat(), large, (network, market, prices) => {
      const open = network.filter((one) => isOffered(one, 'buy'))
      const marketplace = open[market % open.length]?.adapter.id ?? ''
      const listings = prices.map((priceOctas, at): MarketplaceListing => {
        const named = tokenAt({ isOld: false, isFirstCollection: true }, at)
        return { listingId: parseAddress(`0x1157${at}`), token: named, seller, priceOctas, marketplace }
      })
      const maxOctas = prices.reduce((total, price) => total + price, 0n)
      const place = { marketplaces: network, aggregator: null, canCompose: true }
      const steps = planBatch({ kind: 'purchase-many', listings, isBestEffort: false, maxOctas }, place)
      expect(steps.flatMap(limitsOf)).toEqual([MAX_OCTAS])
    }),
  )
})

const listedOnes = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 })

test('every sale of any batch is held to what it has to bring, or said not to be', () => {
  fc.assert(
    fc.property(trade, listedOnes, fc.constantFrom(0n, 1n, 10n ** 8n), (random, listed, otherwisePaid) => {
      const { orders, network, hasAggregator, canCompose } = random
      const sales = orders.flatMap(({ market, token: kind, price, isOnToken }, at) => {
        const named = tokenAt(kind, at)
        const action = isOnToken ? 'accept-token-offer' : 'accept-collection-offer'
        const open = network.filter((one) => isOffered(one, action))
        const deployed = open[market % open.length]
        if (deployed === undefined) return []
        const offerId = deployed.adapter.isNative || named.standard === 'v2' ? parseAddress(`0xb${at}1`) : `${at}`
        const offer: MarketplaceOffer = {
          offerId,
          buyer: parseAddress('0xb0'),
          priceOctas: price,
          marketplace: deployed.adapter.id,
        }
        const native = network.find(({ adapter }) => adapter.isNative)?.adapter.id ?? ''
        const listing = {
          listingId: parseAddress(`0x1157${at}`),
          token: named,
          seller,
          priceOctas: 1n,
          marketplace: native,
        }
        // Some marketplaces sell tokens of one standard only.
        if (!isBuilt(() => buildPayload(deployed, { kind: action, offer, token: named }))) return []
        return [{ offer, token: named, isTokenOffer: isOnToken, ...(listed[at] === true && { listing }) }]
      })
      const each = sales.map(({ offer }) => offer.priceOctas - offer.priceOctas / 10n)
      const total = each.reduce((sum, octas) => sum + octas, otherwisePaid)
      const place = { marketplaces: network, aggregator: hasAggregator ? aggregatorOn('local') : null, canCompose }
      const intent: BatchIntent = { kind: 'instant-sell', seller, sales, leastOctas: { each, total } }
      const steps = planBatch(intent, place)
      const isTotalLimited = otherwisePaid === 0n || sales.length === 1
      for (const step of steps) {
        const takesBack = step.items.some((at) => sales[at]?.listing !== undefined)
        if (step.priceGuard === 'aggregator') continue
        if (!isTotalLimited && canCompose) expect(step).toMatchObject({ priceGuard: 'script', limitOctas: total })
        else if (!isTotalLimited) expect([null, 'none']).toContain(step.priceGuard)
        else if (step.kind === 'call' && takesBack) expect([null, 'call', 'script']).toContain(step.priceGuard)
        else expect(step.priceGuard).toMatch(/^(call|script)$/)
        if (step.priceGuard === null || step.priceGuard === 'none') continue
        const least = step.items.reduce((sum, at) => sum + (each[at] ?? 0n), otherwisePaid)
        expect(limitsOf(step).reduce((sum, octas) => sum + octas, 0n)).toBe(least)
      }
    }),
  )
})
