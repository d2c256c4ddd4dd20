import { type Address, parseAddress } from '@opal/domain/address'
import type { Intent } from '@opal/domain/intent'
import type { MarketEvent, PoolChange } from '@opal/domain/market-event'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { runs } from '@opal/domain/testing/effort/config'
import type { TokenRef, TokenStandard } from '@opal/domain/tokens/token-id'
import { buildTokenSet, leafOf, proofOf, type TokenSet } from '@opal/domain/tokens/token-set'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { guardedCall } from '@opal/marketplaces/guards/guard-payload'
import { opalAdapter } from '@opal/marketplaces/opal/adapter'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MoveAbort } from '../../modules/move-module.ts'
import { BUYER, SELLER, TradeFixture } from '../testing/trade-fixture.ts'

const OTHER = parseAddress('0x0b1')
const BIDDERS = [BUYER, OTHER] as const
const TOKENS = 4
const NOW_SECONDS = 1_700_000_000n

type Step =
  | { readonly do: 'deposit' | 'withdraw'; readonly who: Address; readonly octas: bigint }
  | {
      readonly do: 'place'
      readonly who: Address
      readonly price: bigint
      readonly amount: bigint
      readonly lasts: bigint
      readonly deposit: bigint
      /** Positions of the wanted tokens; empty for any. */
      readonly wanted: readonly number[]
    }
  | { readonly do: 'cancel'; readonly who: Address; readonly at: number }
  | { readonly do: 'sell'; readonly at: number; readonly token: number; readonly least: bigint }
  | { readonly do: 'wait'; readonly seconds: bigint }

const octas = fc.bigInt(0n, 60n)
const who = fc.constantFrom(...BIDDERS)
const at = fc.nat({ max: 7 })
const token = fc.nat({ max: TOKENS - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('deposit' as const, 'withdraw' as const), who, octas }),
  fc.record({
    do: fc.constant('place' as const),
    who,
    price: fc.bigInt(0n, 20n),
    amount: fc.bigInt(0n, 3n),
    lasts: fc.bigInt(0n, 40n),
    deposit: fc.oneof(fc.constant(0n), octas),
    wanted: fc.uniqueArray(token),
  }),
  fc.record({ do: fc.constant('cancel' as const), who, at }),
  fc.record({ do: fc.constant('sell' as const), at, token, least: fc.oneof(fc.constant(0n), octas) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.bigInt(0n, 20n) }),
)

interface ModelOffer {
  readonly id: string
  readonly who: Address
  readonly price: bigint
  readonly until: bigint
  readonly wanted: readonly number[]
  readonly set: TokenSet | null
  left: bigint
}

/** Model of the contract in a few lines of its own, with the events that it must emit. */
class Model {
  readonly fixture: TradeFixture
  readonly pools = new Map<Address, bigint>()
  readonly offers: ModelOffer[] = []
  readonly sold = new Map<number, Address>()
  now = NOW_SECONDS

  constructor(standard: TokenStandard) {
    this.fixture = new TradeFixture(opalAdapter, TOKENS, { numerator: 5n, denominator: 100n }, standard)
    this.fixture.chain.fund(OTHER, 1_000_000n)
  }

  balance(who: Address): bigint {
    return this.pools.get(who) ?? 0n
  }

  fillable({ who, price, left, until }: ModelOffer): bigint {
    if (this.now >= until) return 0n
    const covered = this.balance(who) / price
    return covered < left ? covered : left
  }

  /** Plays a step on both; @returns whether the contract took it. */
  play(step: Step): boolean {
    switch (step.do) {
      case 'wait':
        this.now += step.seconds
        this.fixture.chain.nowSeconds = this.now
        return true
      case 'deposit':
        return this.move(step.who, step.octas, { kind: 'deposit-into-pool', octas: step.octas }, step.octas > 0n)
      case 'withdraw': {
        const isCovered = step.octas > 0n && this.pools.has(step.who) && step.octas <= this.balance(step.who)
        return this.move(step.who, -step.octas, { kind: 'withdraw-from-pool', octas: step.octas }, isCovered)
      }
      case 'place':
        return this.place(step)
      case 'cancel':
        return this.cancel(step.who, this.offers[step.at])
      case 'sell':
        return this.sell(this.offers[step.at], step.token, step.least)
    }
  }

  private move(who: Address, delta: bigint, intent: Intent, isAllowed: boolean): boolean {
    const seen = this.run(who, intent)
    expect(seen !== null).toBe(isAllowed)
    if (seen === null) return false
    this.pools.set(who, this.balance(who) + delta)
    expect(seen.events).toEqual([])
    const kind = delta < 0n ? 'withdrawal' : 'deposit'
    const amountOctas = delta < 0n ? -delta : delta
    expect(seen.pools).toEqual([
      expect.objectContaining({ kind, wallet: who, amountOctas, balanceOctas: this.balance(who) }),
    ])
    return true
  }

  private place(step: Extract<Step, { do: 'place' }>): boolean {
    const { who, price, amount, lasts, deposit, wanted } = step
    const leaves = wanted.map((position) => leafOf(this.token(position)))
    const set = leaves.length === 0 ? null : buildTokenSet(leaves)
    const expiresAtSeconds = this.now + lasts
    const seen = this.run(who, {
      kind: 'place-pool-offer',
      collection: this.fixture.collection,
      setRoot: set?.root ?? null,
      priceOctas: price,
      amount,
      expiresAtSeconds,
      depositOctas: deposit,
    })
    expect(seen !== null).toBe(price > 0n && amount > 0n && lasts > 0n)
    if (seen === null) return false
    this.pools.set(who, this.balance(who) + deposit)
    expect(seen.pools.map((change) => [change.kind, change.balanceOctas])).toEqual(
      deposit > 0n ? [['deposit', this.balance(who)]] : [],
    )
    const [placed] = seen.events
    expect(seen.events).toEqual([
      expect.objectContaining({
        kind: 'pool-offer-placed',
        marketplace: 'opal',
        buyer: who,
        priceOctas: price,
        tokenAmount: amount,
        expiresAtSeconds,
        setRoot: set?.root ?? null,
        collection: expect.objectContaining({ collectionId: this.fixture.collection.collectionId }),
      }),
    ])
    const id = (placed as Extract<MarketEvent, { kind: 'pool-offer-placed' }>).offerId
    this.offers.push({ id, who, price, left: amount, until: expiresAtSeconds, wanted, set })
    return true
  }

  private cancel(who: Address, offer: ModelOffer | undefined): boolean {
    if (offer === undefined) return false
    const seen = this.run(who, { kind: 'cancel-pool-offer', offer: refOf(offer) })
    expect(seen !== null).toBe(offer.left > 0n && offer.who === who)
    if (seen === null) return false
    expect(seen).toEqual({
      pools: [],
      events: [
        expect.objectContaining({
          kind: 'pool-offer-cancelled',
          offerId: offer.id,
          buyer: who,
          priceOctas: offer.price,
          remainingAmount: offer.left,
          setRoot: offer.set?.root ?? null,
        }),
      ],
    })
    offer.left = 0n
    return true
  }

  private sell(offer: ModelOffer | undefined, position: number, least: bigint): boolean {
    if (offer === undefined) return false
    const token = this.token(position)
    // Who sells a token that is not in the set has nothing better than the proof of another.
    const proof = offer.set === null ? [] : (proofOf(offer.set, leafOf(token)) ?? offer.set.leaves.slice(0, 1))
    const seen = this.run(SELLER, { kind: 'accept-pool-offer', offer: refOf(offer), token, proof }, least)
    const split = splitPrice(offer.price, this.fixture.contracts.commission, { numerator: 5n, denominator: 100n })
    const isWanted = offer.set === null || offer.wanted.includes(position)
    const isHeld = !this.sold.has(position)
    const isAllowed = isWanted && isHeld && this.fillable(offer) > 0n && split.sellerOctas >= least
    expect(seen !== null).toBe(isAllowed)
    if (seen === null) return false
    this.sold.set(position, offer.who)
    this.pools.set(offer.who, this.balance(offer.who) - offer.price)
    offer.left -= 1n
    expect(seen).toEqual({
      pools: [
        expect.objectContaining({
          kind: 'sale',
          wallet: offer.who,
          amountOctas: offer.price,
          balanceOctas: this.balance(offer.who),
        }),
      ],
      events: [
        expect.objectContaining({
          kind: 'pool-offer-filled',
          offerId: offer.id,
          buyer: offer.who,
          seller: SELLER,
          priceOctas: offer.price,
          remainingAmount: offer.left,
          commissionOctas: split.commissionOctas,
          royaltyOctas: split.royaltyOctas,
          token: expect.objectContaining({ standard: token.standard, tokenDataId: token.tokenDataId }),
          collection: expect.objectContaining({ collectionId: this.fixture.collection.collectionId }),
        }),
      ],
    })
    return true
  }

  private token(position: number): TokenRef {
    return this.fixture.tokens[position] as TokenRef
  }

  private run(sender: Address, intent: Intent, least: bigint | null = null) {
    const deployed = { adapter: opalAdapter, contracts: this.fixture.contracts }
    const payload = buildPayload(deployed, intent)
    const limited = least === null ? payload : guardedCall(deployed, payload, least)
    if (limited === null) throw new TypeError('A sale into a pool offer takes a least.')
    try {
      const { events, pools, failures } = decodeMarketEvents(this.fixture.chain.execute(sender, limited), [deployed])
      expect(failures).toEqual([])
      return { events, pools } satisfies { events: readonly MarketEvent[]; pools: readonly PoolChange[] }
    } catch (error) {
      if (error instanceof MoveAbort) return null
      throw error
    }
  }

  /** The views of the contract, and every octa. */
  check(total: bigint): void {
    const package_ = this.fixture.contracts.packageAddress
    for (const who of BIDDERS)
      expect(this.fixture.chain.view(`${package_}::bid_pool::balance`, [APT_COIN_TYPE], [who])).toEqual([
        this.balance(who),
      ])
    for (const offer of this.offers.filter(({ left }) => left > 0n)) {
      const view = this.fixture.chain.view(`${package_}::pool_offer::fillable`, [APT_COIN_TYPE], [offer.id as Address])
      expect(view).toEqual([this.fillable(offer)])
    }
    expect(this.fixture.chain.totalOctas()).toBe(total)
  }
}

function refOf({ id, who, price }: ModelOffer) {
  return { offerId: id, buyer: who, priceOctas: price }
}

describe.each(['v1', 'v2'] as const)('offers that one deposit pays, for %s tokens', (standard) => {
  it('any story of deposits, offers for any token or a set, cancellations and sales is decoded to the octa', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => {
        const model = new Model(standard)
        const total = model.fixture.chain.totalOctas()
        for (const each of steps) {
          model.play(each)
          model.check(total)
        }
      }),
      { numRuns: runs(60) },
    )
  })
})
