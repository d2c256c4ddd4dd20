import { type Account, generateSignedTransactionForSimulation } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import type { BatchIntentOf, Intent, ListingRef, OfferRef } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { type ListingTerms, NO_TERMS } from '@opal/domain/prices/listing-terms'
import type { TokenRef, TokenRefV2 } from '@opal/domain/tokens/token-id'
import { buildTokenSet, leafOf, proofOf } from '@opal/domain/tokens/token-set'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { delistAndListMany } from '@opal/marketplaces/aggregator/payloads'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import { createCallSigner } from '../../ledger/transactions/sign-call.ts'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import { createMarketFixture, eventsOf, type MarketFixture, requireSuccess } from '../../testing/market-fixture.ts'
import { simulateLocalMarketplaces } from '../simulate-marketplaces.ts'

const PRICE = 100_000_000n
const SET_TOKENS = 10_000
const SIGNER = createCallSigner([...FRAMEWORK_MODULES, ...simulateLocalMarketplaces()])
const elsewhere = contractsOf('local').find(({ adapter: { isNative, aggregatorSupport } }) => {
  return !isNative && aggregatorSupport?.delists.includes('v2')
}) as DeployedMarketplace
const own = contractsOf('local').find(({ adapter }) => adapter.isNative) as DeployedMarketplace

const PLACE = { marketplaces: contractsOf('local'), aggregator: aggregatorOn('local'), canCompose: true }

let fixture: MarketFixture
let tokens: TokenRef[]
beforeAll(async () => {
  fixture = await createMarketFixture(7)
  tokens = [...fixture.tokens]
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Returns the gas units of a call on the chain as it is now. The figures are those of docs/reference/guarantees.md. */
function gasOf(by: Account, intent: Intent): bigint {
  return gasOfCall(by, buildPayload(own, intent))
}

function gasOfCall(by: Account, payload: EntryFunctionPayload): bigint {
  const { ledger, clock } = fixture.chain
  const transaction = SIGNER.build(by.accountAddress, {
    ...SIGNER.read(payload),
    sequenceNumber: ledger.accountSequenceNumber(addressOf(by)) ?? 0n,
    expirationSeconds: clock.nowMicros() / 1_000_000n + 600n,
  })
  const { info } = ledger.simulate(generateSignedTransactionForSimulation({ transaction }))
  if (info?.vmStatus !== 'Executed successfully') throw new Error(info?.vmStatus)
  return info.gasUsed ?? 0n
}

function place(by: Account, intent: Intent) {
  const [placed] = eventsOf(requireSuccess(fixture.chain.sendPayload(by, buildPayload(own, intent)))).filter(
    ({ kind }) => kind.endsWith('-placed'),
  )
  if (placed === undefined) throw new Error(`${intent.kind} placed nothing`)
  return placed
}

function list(intent: Extract<Intent, { readonly kind: 'list' | 'list-on-terms' }>): ListingRef {
  const placed = place(fixture.seller, intent)
  if (placed.kind !== 'listing-placed') throw new Error('no listing')
  const { token, priceOctas } = intent
  return { listingId: placed.listingId, token, seller: addressOf(fixture.seller), priceOctas }
}

// @feature list.edit-terms
test('terms cost gas once, for their storage; new terms cost a small part of listing again, and a purchase no more', () => {
  const { seller, buyer, chain } = fixture
  const [plain, termed] = tokens.splice(0, 2) as [TokenRef, TokenRef]
  const nowSeconds = chain.clock.nowMicros() / 1_000_000n
  const terms: ListingTerms = {
    fall: { endOctas: PRICE / 2n, fromSeconds: nowSeconds, untilSeconds: nowSeconds + 360_000n },
    expiresAtSeconds: nowSeconds + 720_000n,
    reservedFor: addressOf(buyer),
    leastOctas: PRICE / 4n,
  }
  const listing = { kind: 'list', token: plain, priceOctas: PRICE } as const
  const onTerms = { kind: 'list-on-terms', token: plain, priceOctas: PRICE, terms } as const
  const listed = [gasOf(seller, listing), gasOf(seller, onTerms)]
  const [fixed, falling] = [list(listing), list({ ...onTerms, token: termed })]
  const edited = gasOf(seller, { kind: 'update-terms', listing: fixed, priceOctas: PRICE, terms })
  const repriced = gasOf(seller, { kind: 'update-price', listing: fixed, priceOctas: PRICE - 1n })
  const bought = [fixed, falling].map((one) => gasOf(buyer, { kind: 'buy', listing: one }))
  expect({ listed, edited, repriced, bought }).toEqual({
    listed: [604n, 624n],
    edited: 31n,
    repriced: 10n,
    bought: [26n, 26n],
  })
})

// @feature list.proceeds-held
test('a listing that is placed, or moved, only for what its sale brings costs a unit of gas or two more for each item', () => {
  const { seller } = fixture
  const [token, ...listed] = tokens.splice(0, 3) as [TokenRef, TokenRefV2, TokenRefV2]
  const plain = { kind: 'list', token, priceOctas: PRICE } as const
  const listing = { kind: 'list-on-terms', token, priceOctas: PRICE, terms: NO_TERMS } as const
  const moved = listed.map((one) => ({ listing: fixture.list(one, elsewhere.adapter.id, PRICE), priceOctas: PRICE }))
  // Royalty 5 %, commission 1.5 %.
  const held = { proceedsOctas: (PRICE * 935n) / 1_000n }
  const move = (items: BatchIntentOf<'delist-and-list-many'>['items']) =>
    gasOfCall(seller, delistAndListMany(PLACE, { items }))
  expect({
    placed: [gasOf(seller, plain), gasOf(seller, listing), gasOf(seller, { ...listing, ...held })],
    moved: [move(moved.slice(0, 1)), move(moved.slice(0, 1).map((one) => ({ ...one, ...held })))],
    movedTogether: [move(moved), move(moved.map((one) => ({ ...one, ...held })))],
  }).toEqual({ placed: [604n, 604n, 605n], moved: [609n, 610n], movedTogether: [1_207n, 1_210n] })
  expect(() => gasOf(seller, { ...listing, proceedsOctas: held.proceedsOctas + 1n })).toThrow('EBRINGS_TOO_LITTLE')
})

// @feature bid.trait-builder
test('a sale into a bid on ten thousand items costs the gas of one into a bid on any', () => {
  const { seller, buyer, collectionId } = fixture
  const [token] = tokens.splice(0, 1) as [TokenRef]
  const others = Array.from({ length: SET_TOKENS - 1 }, (_, at) =>
    leafOf({ standard: 'v2', tokenDataId: parseAddress(`0x${(at + 1).toString(16)}`) }),
  )
  const set = buildTokenSet([leafOf(token), ...others])
  const proof = proofOf(set, leafOf(token)) ?? []
  const gasWith = (setRoot: string | null) => {
    const intent = {
      ...({ kind: 'place-pool-offer', collection: { standard: 'v2', collectionId }, setRoot } as const),
      priceOctas: PRICE,
      amount: 1n,
      expiresAtSeconds: 4_000_000_000n,
      depositOctas: PRICE,
    }
    const placing = gasOf(buyer, intent)
    const placed = place(buyer, intent)
    if (!('offerId' in placed)) throw new Error('no offer')
    const offer: OfferRef = { offerId: placed.offerId, buyer: addressOf(buyer), priceOctas: PRICE }
    return [placing, gasOf(seller, { kind: 'accept-pool-offer', offer, token, proof: setRoot === null ? [] : proof })]
  }
  gasWith(null)
  // Addresses are random, and where a token's leaf is in the tree decides how long its proof is.
  expect([8, 9, 10, 11, 12, 13, 14]).toContain(proof.length)
  expect({ any: gasWith(null), set: gasWith(set.root) }).toEqual({ any: [589n, 24n], set: [601n, 24n] })
})
