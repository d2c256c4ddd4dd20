import type { Address } from '@opal/domain/address'
import type { ChainChange } from '@opal/domain/chain-transaction'
import type { MarketEvent, PoolChange } from '@opal/domain/market-event'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { runs } from '@opal/domain/testing/effort/config'
import type { OwnershipChange, TokenActivity } from '@opal/domain/tokens/token-change'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyBatch } from './apply-batch.ts'
import type { IndexedTransaction } from './batch.ts'
import { settleNextPoints } from './points/settle-points.ts'
import { moveWindows } from './stats/move-windows.ts'
import { settleBidders } from './stats/settle-bidders.ts'
import { settleTime } from './stats/settle-time.ts'
import { readCheckpoint } from './stream/checkpoint.ts'
import { emptyStores } from './testing/empty-stores.ts'
import {
  address,
  aptTransfer,
  batchOf,
  COLLECTION,
  described,
  eventBase,
  indexed,
  timeOf,
} from './testing/market-story.ts'

const MAX_U64 = 2n ** 64n - 1n
/** More octas than there are. */
const MAX_APT = 2n ** 61n
const [TOKENS, WALLETS] = [
  [address('a0'), address('a1')],
  [address('f0'), address('f1'), address('f2')],
]
const pick = <Value>(values: readonly Value[]) => fc.constantFrom(...(values as [Value, ...Value[]]))

const stores = emptyStores()
const u64 = fc.oneof(fc.constantFrom(0n, 1n, 2n ** 63n - 1n, 2n ** 63n, MAX_U64), fc.bigInt(0n, MAX_U64))
const apt = fc.oneof(fc.constantFrom(1n, MAX_APT), fc.bigInt(1n, MAX_APT))
const choices = fc.record({
  kind: pick<MarketEvent['kind'] | 'none'>([
    ...(['listing-placed', 'listing-placed', 'listing-cancelled', 'listing-filled'] as const),
    ...(['none', 'none', 'none', 'none', 'none', 'none', 'none'] as const),
    ...(['token-offer-placed', 'token-offer-filled', 'collection-offer-placed', 'collection-offer-filled'] as const),
    ...(['collection-offer-cancelled', 'pool-offer-placed', 'pool-offer-filled', 'pool-offer-cancelled'] as const),
  ]),
  standard: pick(['v1', 'v2'] as const),
  token: pick(TOKENS),
  one: pick(WALLETS),
  other: pick(WALLETS),
  order: pick([address('11'), address('12')]),
  price: u64,
  part: u64,
  amount: u64,
  seconds: u64,
  edition: pick([0n, MAX_U64]),
  held: u64,
  minted: fc.oneof(fc.constant(1n), u64),
  paid: apt,
  sent: apt,
  supply: fc.bigInt(0n, 2n ** 63n - 1n),
  hasTerms: fc.boolean(),
})
type Choice = typeof choices extends fc.Arbitrary<infer Of> ? Of : never

/** Returns the event of a marketplace, as large as its fields can be. */
function marketEvent(version: bigint, choice: Choice): readonly MarketEvent[] {
  const { kind, standard, token, one, other, order, price, part, amount, seconds, edition, hasTerms } = choice
  if (kind === 'none') return []
  const named = {
    standard,
    tokenDataId: token,
    tokenName: 'Story',
    propertyVersion: standard === 'v1' ? edition : null,
  }
  const base = { ...eventBase(version, 0, price), token: named }
  const split = { commissionOctas: price / 2n, royaltyOctas: part % (price / 2n + 1n) }
  const end = part % (price + 1n)
  const isFalling = hasTerms && end < price && seconds > 0n
  const terms = {
    fall: isFalling ? { endOctas: end, fromSeconds: amount % seconds, untilSeconds: seconds } : null,
    expiresAtSeconds: hasTerms ? seconds : null,
    reservedFor: null,
    leastOctas: part,
  }
  switch (kind) {
    case 'listing-placed':
      return [{ ...base, kind, listingId: order, seller: one, terms }]
    case 'listing-cancelled':
      return [{ ...base, kind, listingId: order, seller: one }]
    case 'listing-filled':
      return [{ ...base, kind, listingId: order, seller: one, buyer: other, ...split }]
    case 'token-offer-placed':
      return [{ ...base, kind, offerId: order, buyer: one, expiresAtSeconds: seconds }]
    case 'token-offer-filled':
      return [{ ...base, kind, offerId: order, buyer: one, seller: other, ...split }]
    case 'collection-offer-placed':
      return [{ ...base, kind, offerId: order, buyer: one, tokenAmount: amount, expiresAtSeconds: seconds }]
    case 'collection-offer-cancelled':
      return [{ ...base, kind, offerId: order, buyer: one, remainingAmount: amount }]
    case 'collection-offer-filled':
      return [{ ...base, kind, offerId: order, buyer: one, seller: other, remainingAmount: amount, ...split }]
    case 'pool-offer-placed':
      return [
        { ...base, kind, offerId: order, buyer: one, tokenAmount: amount, expiresAtSeconds: seconds, setRoot: null },
      ]
    case 'pool-offer-cancelled':
      return [{ ...base, kind, offerId: order, buyer: one, remainingAmount: amount, setRoot: null }]
    case 'pool-offer-filled':
      return [{ ...base, kind, offerId: order, buyer: one, seller: other, remainingAmount: amount, ...split }]
    default:
      return []
  }
}

function poolChange(version: bigint, { one, amount, price }: Choice): PoolChange {
  const place = { marketplace: 'opal', version, eventIndex: 1, atMicros: timeOf(version) }
  return { ...place, kind: 'deposit', wallet: one, amountOctas: amount, balanceOctas: price }
}

/** Returns a mint whose sender pays, and comes to hold any number of the token. */
function transactionOf(version: bigint, choice: Choice): IndexedTransaction {
  const { standard, token, one, other, edition, held, minted, paid, supply, part, amount } = choice
  const property = standard === 'v1' ? edition : 0n
  const ownership = (ownerAddress: Address, items: bigint): OwnershipChange => ({
    tokenDataId: token,
    propertyVersionV1: property,
    ownerAddress,
    storageId: address(`b${ownerAddress.at(-1)}`),
    amount: items,
    tokenStandard: standard,
    tableTypeV1: null,
    tokenPropertiesMutatedV1: null,
    isSoulboundV2: null,
    isFungibleV2: null,
    nonTransferrableByOwner: null,
  })
  const activity: TokenActivity = {
    eventIndex: 9,
    eventAccountAddress: one,
    tokenDataId: token,
    propertyVersionV1: property,
    type: '0x3::token::Mint',
    fromAddress: one,
    toAddress: null,
    tokenAmount: minted,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: standard,
    isFungibleV2: null,
  }
  const large = { maximum: held, supply: minted, largestPropertyVersionV1: amount, tokenStandard: standard }
  const collection = {
    collectionId: COLLECTION,
    creatorAddress: one,
    collectionName: 'Stories',
    description: '',
    uri: '',
    currentSupply: supply,
    maxSupply: held,
    totalMintedV2: minted,
    mutableDescription: null,
    mutableUri: null,
    tableHandleV1: null,
    tokenStandard: standard,
    collectionProperties: null,
  }
  const { transaction, ...rest } = indexed(version, marketEvent(version, choice), {
    tokenDatas: [{ ...described(token), ...large }],
    ownerships: [ownership(one, held), ...(other === one ? [] : [ownership(other, amount)])],
    activities: [activity],
    royalties: [{ objectAddress: token, payeeAddress: one, numerator: part, denominator: amount }],
    collections: [collection],
  })
  const handle = { guid: { id: { creation_num: '3' } } }
  const store: ChainChange = {
    kind: 'write-resource',
    index: 0,
    type: `0x1::coin::CoinStore<${APT_COIN_TYPE}>`,
    address: one,
    data: { withdraw_events: handle },
  }
  const event = {
    index: 8,
    accountAddress: one,
    creationNumber: 3n,
    sequenceNumber: 0n,
    data: { amount: String(paid) },
  }
  const events = [...transaction.events, { ...event, type: '0x1::coin::WithdrawEvent' }]
  return {
    ...rest,
    transaction: { ...transaction, sender: one, events, changes: [store] },
    pools: [poolChange(version, choice)],
  }
}

test('whatever numbers the chain can hold, in whatever order, are written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(choices, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      (story, size) =>
        stores.use(async ({ db }) => {
          const transactions = story.map((choice, index) => transactionOf(BigInt(index + 1), choice))
          for (let from = 0; from < transactions.length; from += size) {
            const state = story
              .slice(from, from + size)
              .flatMap(({ one, other, sent }, index) =>
                one === other ? [] : [aptTransfer(BigInt(from + index + 1), one, other, sent)],
              )
            await applyBatch(db, { ...batchOf(transactions.slice(from, from + size)), state })
          }
          for (const days of [0n, 40n, 400n]) {
            const nowMicros = timeOf(BigInt(story.length)) + days * 86_400_000_000n
            await settleTime(db, nowMicros)
            await moveWindows(db, nowMicros)
          }
          await settleBidders(db, { offers: 1_000, ms: 60_000 })
          while (await settleNextPoints(db));
          expect(await readCheckpoint(db, 'main')).toMatchObject({ next_version: BigInt(story.length) + 1n })
        }),
    ),
    { numRuns: runs(8), endOnFailure: true },
  )
})
