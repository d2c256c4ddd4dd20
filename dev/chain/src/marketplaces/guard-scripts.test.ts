import { type Account, generateSignedTransactionForSimulation } from '@aptos-labs/ts-sdk'
import type { Address } from '@opal/domain/address'
import type { Intent, ListingRef, OfferRef } from '@opal/domain/intent'
import type { EntryFunctionPayload, TradePayload } from '@opal/domain/payload'
import { bps } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { type CollectionRef, collectionIdV1, type TokenRef, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceAdapter } from '@opal/marketplaces/adapter'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { guardPayload } from '@opal/marketplaces/guards/guard-payload'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import { GUARD_SCRIPTS, readGuardScript } from '@opal/marketplaces/testing/read-guard-script'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommittedTransaction } from '../ledger/ledger.ts'
import { addressOf } from '../ledger/testing/test-chain.ts'
import { buildTransaction, createCallSigner } from '../ledger/transactions/sign-call.ts'
import { FRAMEWORK_MODULES } from '../modules/framework-modules.ts'
import { scriptOf, sendScript } from '../testing/compose.ts'
import { createMarketFixture, eventsOf, gasOf, type MarketFixture, requireSuccess } from '../testing/market-fixture.ts'
import { simulateLocalMarketplaces } from './simulate-marketplaces.ts'

const PRICE = 100_000_000n
const ROYALTY = bps(500)
const EXPIRES = 1_900_000_000n
const OLD = 'Tide Pools'
const [V1_TOKENS, V2_TOKENS] = [13, 17] as const
const SIGNER = createCallSigner([...FRAMEWORK_MODULES, ...simulateLocalMarketplaces()])
const EXECUTED = 'Executed successfully'

/** Mainnet's contracts, whose native package has no calls with limits, with every call, those too that are offered on `local` alone. */
const DEPLOYED = contractsOf('mainnet').map(({ adapter: { id }, contracts }) => ({
  adapter: MARKETPLACES.find((adapter) => adapter.id === id) as MarketplaceAdapter,
  contracts,
}))

function marketplaceNamed(id: string): DeployedMarketplace {
  const found = DEPLOYED.find(({ adapter }) => adapter.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

/** A market in which the seller has tokens of either standard, with a royalty of 5 %. */
async function createGuardFixture(): Promise<MarketFixture & { readonly old: readonly TokenRef[] }> {
  const fixture = await createMarketFixture(V2_TOKENS)
  const { chain, artist, seller, buyer } = fixture
  const creator = addressOf(artist)
  for (const who of [seller, buyer]) requireSuccess(chain.send(who, '0x3::token::opt_in_direct_transfer', [true]))
  const open = [true, true, true]
  requireSuccess(chain.send(artist, '0x3::token::create_collection_script', [OLD, '', '', 0n, open]))
  const old = Array.from({ length: V1_TOKENS }, (_, at): TokenRef => {
    const tokenName = `Tide Pool #${at}`
    const args = [OLD, tokenName, '', 1n, 0n, '', creator, 100n, 5n, [...open, true, true], [], [], []]
    requireSuccess(chain.send(artist, '0x3::token::create_token_script', args))
    const moved = [creator, OLD, tokenName, 0n, addressOf(seller), 1n]
    requireSuccess(chain.send(artist, '0x3::token::transfer_with_opt_in', moved))
    const tokenDataId = tokenDataIdV1(creator, OLD, tokenName)
    return { standard: 'v1', tokenDataId, creatorAddress: creator, collectionName: OLD, tokenName, propertyVersion: 0n }
  })
  return { ...fixture, old }
}
type GuardFixture = Awaited<ReturnType<typeof createGuardFixture>>

let fixture: GuardFixture
let unused: { v1: TokenRef[]; v2: TokenRef[] }
beforeAll(async () => {
  fixture = await createGuardFixture()
  unused = { v1: [...fixture.old], v2: [...fixture.tokens] }
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Tokens that no test has traded. */
function take(standard: 'v1' | 'v2', count = 1): readonly [TokenRef, ...TokenRef[]] {
  const [first, ...others] = unused[standard].splice(0, count)
  if (first === undefined || others.length !== count - 1) throw new Error(`mint more ${standard} tokens`)
  return [first, ...others]
}

/** Also at a marketplace that only lets people out: someone has been there before. */
function place(by: Account, { adapter, contracts }: DeployedMarketplace, intent: Intent) {
  const open = { adapter, contracts: { ...contracts, status: 'active' } } as const
  const [placed] = eventsOf(requireSuccess(fixture.chain.sendPayload(by, buildPayload(open, intent))))
  if (placed === undefined) throw new Error(`${adapter.id} placed nothing`)
  return placed
}

function list(at: DeployedMarketplace, token: TokenRef): ListingRef {
  const placed = place(fixture.seller, at, { kind: 'list', token, priceOctas: PRICE })
  if (placed.kind !== 'listing-placed') throw new Error('no listing')
  return { listingId: placed.listingId, token, seller: addressOf(fixture.seller), priceOctas: PRICE }
}

function offer(at: DeployedMarketplace, token: TokenRef, isForCollection: boolean): OfferRef {
  const creatorAddress = addressOf(fixture.artist)
  const collection: CollectionRef =
    token.standard === 'v2'
      ? { standard: 'v2', collectionId: fixture.collectionId }
      : { standard: 'v1', collectionId: collectionIdV1(creatorAddress, OLD), creatorAddress, collectionName: OLD }
  const terms = { priceOctas: PRICE, expiresAtSeconds: EXPIRES }
  const placed = isForCollection
    ? place(fixture.buyer, at, { kind: 'place-collection-offer', collection, amount: 1n, ...terms })
    : place(fixture.buyer, at, { kind: 'place-token-offer', token, ...terms })
  if (!('offerId' in placed)) throw new Error('no offer')
  return { offerId: placed.offerId, buyer: addressOf(fixture.buyer), priceOctas: PRICE }
}

interface Case {
  readonly by: Account
  /** The most, or the least, that lets the trade through. */
  readonly limitOctas: bigint
  /** The marketplace's call alone. */
  readonly call: EntryFunctionPayload
  readonly build: (limitOctas: bigint) => TradePayload | null
  /** False for offers that no known call places: the script still has to reach the marketplace. */
  readonly isPlaced: boolean
}

/** Prepares the trade of a script's name, on the localnet's marketplaces. */
function arrange(name: string): Case {
  const at = marketplaceNamed(name.split('_')[0] ?? '')
  const standard = name.endsWith('_v1') ? 'v1' : 'v2'
  if (name.includes('_buy_many')) {
    const tokens = take(standard, 2)
    const listings = tokens.map((each) => list(at, each))
    const batch = at.adapter.payload['buy-many']?.(at.contracts, listings)
    if (batch === undefined) throw new Error(`${at.adapter.id} buys one at a time`)
    return {
      by: fixture.buyer,
      limitOctas: 2n * PRICE,
      isPlaced: true,
      call: batch,
      build: (most) => guardPayload(at, batch, most),
    }
  }
  const [token] = take(standard)
  if (name.includes('_buy')) {
    const call = buildPayload(at, { kind: 'buy', listing: list(at, token) })
    return {
      by: fixture.buyer,
      limitOctas: PRICE,
      isPlaced: true,
      call,
      build: (most) => guardPayload(at, call, most),
    }
  }
  const isForCollection = name.includes('collection')
  const kind = isForCollection ? 'accept-collection-offer' : 'accept-token-offer'
  const isPlaced = standard === 'v2' || at.adapter.contracts.local?.feeScheduleAddress === null || at.adapter.isNative
  const none = { offerId: '1', buyer: addressOf(fixture.buyer), priceOctas: PRICE }
  const call = buildPayload(at, { kind, offer: isPlaced ? offer(at, token, isForCollection) : none, token })
  const { sellerOctas } = splitPrice(PRICE, at.contracts.commission, ROYALTY)
  return {
    by: fixture.seller,
    limitOctas: sellerOctas,
    isPlaced,
    call,
    build: (least) => guardPayload(at, call, least),
  }
}

function send(by: Account, payload: TradePayload | null): CommittedTransaction {
  if (payload === null || !('type' in payload)) throw new Error('no guard script')
  return sendScript(fixture.chain, by, scriptOf(payload))
}

/** Returns the gas units of a call or a script on the chain as it is now. */
function simulatedGas(by: Account, payload: TradePayload): bigint {
  const { ledger, clock } = fixture.chain
  const envelope = {
    sequenceNumber: ledger.accountSequenceNumber(addressOf(by)) ?? 0n,
    expirationSeconds: clock.nowMicros() / 1_000_000n + 600n,
  }
  const transaction =
    'type' in payload
      ? buildTransaction(by.accountAddress, scriptOf(payload), envelope)
      : SIGNER.build(by.accountAddress, { ...SIGNER.read(payload), ...envelope })
  const { info } = ledger.simulate(generateSignedTransactionForSimulation({ transaction }))
  expect(info?.vmStatus).toBe(EXECUTED)
  return info?.gasUsed ?? 0n
}

describe('a guard script', () => {
  test.each(GUARD_SCRIPTS)(
    '$name executes a trade at the limit for 2 or 3 gas units more, and aborts one octa beyond',
    (script) => {
      const { by, limitOctas, call, build, isPlaced } = arrange(script.name)
      if (!isPlaced) {
        expect(send(by, build(limitOctas)).info?.vmStatus).toMatch(/^Move abort in 0x[0-9a-f]+::marketplaceV2: /)
        return
      }
      const isPurchase = script.limit === 'most'
      const who: Address = addressOf(by)
      const before = fixture.chain.balance(who)

      const refused = send(by, build(limitOctas + (isPurchase ? -1n : 1n)))
      expect(refused.info?.vmStatus).toBe(`Move abort: code ${isPurchase ? '0x30001' : '0x30002'}`)
      expect(eventsOf(refused)).toEqual([])
      expect(fixture.chain.balance(who)).toBe(before - gasOf(refused))

      const payload = build(limitOctas)
      expect([2n, 3n]).toContain(simulatedGas(by, payload as TradePayload) - simulatedGas(by, call))
      const again = fixture.chain.balance(who)
      const done = send(by, payload)
      expect(done.info?.vmStatus).toBe(EXECUTED)
      expect(eventsOf(done).length).toBeGreaterThan(0)
      expect(fixture.chain.balance(who) + gasOf(done) - again).toBe(isPurchase ? -limitOctas : limitOctas)
      expect(payload !== null && 'type' in payload && readGuardScript(payload)).toEqual({ script, limitOctas })
    },
  )

  test('aborts when the price was raised after the quote', () => {
    const at = marketplaceNamed('opal')
    const [token] = take('v2')
    const listing = list(at, token)
    place(fixture.seller, at, { kind: 'update-price', listing, priceOctas: 900n * PRICE })
    const sent = send(fixture.buyer, guardPayload(at, buildPayload(at, { kind: 'buy', listing }), PRICE))
    expect(sent.info?.vmStatus).toBe('Move abort: code 0x30001')
    expect(eventsOf(sent)).toEqual([])
  })
})

test('our own package enforces the limit in its own functions, for no more gas', () => {
  const own = contractsOf('local').find(({ adapter }) => adapter.isNative) as DeployedMarketplace
  const [token] = take('v2')
  const listing = list(own, token)
  const call = buildPayload(own, { kind: 'buy', listing })
  const payloads = [PRICE - 1n, PRICE].map((most) => guardPayload(own, call, most))
  expect(simulatedGas(fixture.buyer, payloads[1] as TradePayload)).toBe(simulatedGas(fixture.buyer, call))
  const statuses = payloads.map((payload) => {
    if (payload === null || 'type' in payload) throw new Error('no call of its own')
    return fixture.chain.sendPayload(fixture.buyer, payload).info?.vmStatus
  })
  expect(statuses).toEqual([expect.stringMatching(/::balance_guard: EPAID_TOO_MUCH\(0x30001\)/), EXECUTED])
})
