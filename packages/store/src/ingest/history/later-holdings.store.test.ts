import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { runs } from '@opal/domain/testing/effort/config'
import type { OwnershipChange, TokenActivity, TokenChanges } from '@opal/domain/tokens/token-change'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dumpDatabase } from '../../maintenance/inspect/table-rows.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedBatch, IndexedTransaction } from '../batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { cut } from '../testing/market-moves.ts'
import { address, batchOf, described, eventBase, held, indexed, timeOf } from '../testing/market-story.ts'

const stores = emptyStores()
/** The first is of the v1 standard: its listings hold it unseen; those of the others own them. */
const TOKENS = [address('a0'), address('a1'), address('a2')]
const WALLETS = [address('f0'), address('f1'), address('f2')]
/** Index of the first activity of a transaction, behind its market events. */
const FIRST_ACTIVITY = 200
/** Listings that own what they sell. */
const ESCROWS = [address('e0'), address('e1')]

const choices = fc.record({
  what: fc.constantFrom(
    'hold',
    'hold',
    'hold',
    'self',
    'mint',
    'burn',
    'list',
    'list',
    'delist',
    'buy',
    'sell',
    'sweep',
    'describe',
  ),
  token: fc.constantFrom(0, 0, 1, 1, 2),
  wallet: fc.nat(2),
  other: fc.nat(2),
  owner: fc.nat(4),
  storage: fc.nat(1),
  listing: fc.nat(1),
  /** Some more than the lots that are read at first. */
  amount: fc.oneof(fc.nat(4), fc.nat(120)),
  edition: fc.nat(1),
  /** Of another marketplace than the others. */
  isElsewhere: fc.integer({ max: 5, min: 0 }).map((n) => n === 0),
  /** Some marketplaces do not name the seller of a sale. */
  isUnnamed: fc.integer({ max: 3, min: 0 }).map((n) => n === 0),
  /** In the transaction of the one before. */
  isJoined: fc.integer({ max: 2, min: 0 }).map((n) => n === 0),
})
type Choice = typeof choices extends fc.Arbitrary<infer Of> ? Of : never

const standardOf = (token: number) => (token === 0 ? ('v1' as const) : ('v2' as const))

function holds(
  { token, edition, storage }: Pick<Choice, 'token' | 'edition' | 'storage'>,
  ownerAddress: Address,
  items: number,
): OwnershipChange {
  const of =
    token === 0
      ? { propertyVersionV1: BigInt(edition), storageId: address(`b${storage}`), tokenStandard: standardOf(token) }
      : {}
  return held(TOKENS[token] as Address, ownerAddress, BigInt(items), of)
}

function activity({ token, edition, wallet, amount }: Choice, type: string): TokenActivity {
  const id = TOKENS[token] as Address
  return {
    eventIndex: FIRST_ACTIVITY,
    eventAccountAddress: id,
    tokenDataId: id,
    propertyVersionV1: token === 0 ? BigInt(edition) : 0n,
    type,
    fromAddress: null,
    toAddress: WALLETS[wallet] as Address,
    tokenAmount: BigInt(amount),
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: standardOf(token),
    isFungibleV2: false,
  }
}

/** Two transactions of one block have one time. */
const blockTime = (version: bigint) => timeOf(version - (version % 2n))

/** Returns the events and the changes of one choice. @param index of its first event. */
function effects(choice: Choice, version: bigint, index: number): [readonly MarketEvent[], Partial<TokenChanges>] {
  const { token, edition, amount, isElsewhere, isUnnamed } = choice
  const id = TOKENS[token] as Address
  const [wallet, other] = [WALLETS[choice.wallet] as Address, WALLETS[choice.other] as Address]
  const owner = [...WALLETS, ...ESCROWS][choice.owner] as Address
  const standard = standardOf(token)
  const base = (at: number) => ({
    ...eventBase(version, at, BigInt(amount + 7)),
    timestampMicros: blockTime(version),
    ...(isElsewhere && { marketplace: 'other' }),
    token: { standard, tokenDataId: id, tokenName: 'Story', propertyVersion: token === 0 ? BigInt(edition) : null },
  })
  // An id of the first standard sells one edition only, as on chain.
  const listingId = token === 0 ? address(`e${8 + edition}`) : (ESCROWS[choice.listing] as Address)
  const listing = { ...base(index), listingId, seller: wallet }
  const split = { commissionOctas: 1n, royaltyOctas: 2n }
  const filled = { ...split, kind: 'token-offer-filled' as const, seller: wallet, buyer: other }
  const [now, before] = [holds(choice, owner, amount), holds(choice, wallet, amount)]
  switch (choice.what) {
    case 'self':
      return [[], { ownerships: [holds(choice, wallet, 0), before] }]
    case 'mint':
      return [[], { ownerships: [before], activities: [activity(choice, '0x3::token::MintTokenEvent')] }]
    case 'burn':
      return [
        [],
        { ownerships: [holds(choice, wallet, 0)], activities: [activity(choice, '0x3::token::BurnTokenEvent')] },
      ]
    case 'list':
      return [[{ ...listing, kind: 'listing-placed' }], { ownerships: [before] }]
    case 'delist':
      return [[{ ...listing, kind: 'listing-cancelled' }], { ownerships: [now] }]
    case 'buy':
      return [
        [{ ...listing, ...split, kind: 'listing-filled', buyer: other, ...(isUnnamed && { seller: null }) }],
        { ownerships: [now] },
      ]
    case 'sell':
      return [[{ ...base(index), ...filled, offerId: address('0f') }], { ownerships: [now] }]
    case 'sweep': {
      const fills = [0, 1].map((at) => ({ ...base(index + at), ...filled, offerId: address(`0${at + 1}`) }))
      return [fills, { ownerships: [now] }]
    }
    case 'describe':
      return [[], { ownerships: [now], tokenDatas: [{ ...described(id), tokenStandard: standard }] }]
    default:
      return [[], { ownerships: [now] }]
  }
}

function toTransactions(story: readonly Choice[]): readonly IndexedTransaction[] {
  const groups: Choice[][] = []
  for (const choice of story) {
    const last = groups.at(-1)
    if (last === undefined || !choice.isJoined) groups.push([choice])
    else last.push(choice)
  }
  return groups.map((group, at) => {
    const version = BigInt(at)
    const market: MarketEvent[] = []
    const changes: Partial<TokenChanges>[] = []
    for (const choice of group) {
      const [events, changed] = effects(choice, version, market.length)
      market.push(...events)
      changes.push(changed)
    }
    const activities = changes.flatMap((each) => each.activities ?? [])
    const made = indexed(version, market, {
      ownerships: changes.flatMap((each) => each.ownerships ?? []),
      tokenDatas: changes.flatMap((each) => each.tokenDatas ?? []),
      activities: activities.map((each, index) => ({ ...each, eventIndex: FIRST_ACTIVITY + index })),
    })
    const minter = group.find(({ what }) => what === 'mint')
    const sender = minter === undefined ? null : (WALLETS[minter.wallet] as Address)
    return { ...made, transaction: { ...made.transaction, timestampMicros: blockTime(version), sender } }
  })
}

const TABLES = ['market.lots', 'market.lot_states', 'market.token_holders', 'market.owner_spans'] as const

/** Returns the rows after the batches. @param forgotten numbers of batches before which the stored states are lost, as in an older store. */
async function rowsAfter(batches: readonly IndexedBatch[], forgotten: readonly number[] = []) {
  let rows: Readonly<Record<string, readonly string[]>> = {}
  await stores.use(async (store) => {
    for (const [index, batch] of batches.entries()) {
      if (forgotten.includes(index)) await store.db.deleteFrom('market.lot_states').execute()
      await applyBatch(store.db, batch)
    }
    const all = await dumpDatabase(store.db)
    rows = Object.fromEntries(TABLES.map((table) => [table, all[table] ?? []]))
  })
  return rows
}

const histories = fc.array(choices, { minLength: 5, maxLength: 40 })
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 })

test('lots, holders and owner spans are the same however a history is cut', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(histories, sizes, async (story, each) => {
      const transactions = toTransactions(story)
      expect(await rowsAfter(cut(transactions, each))).toEqual(await rowsAfter([batchOf(transactions)]))
    }),
    { numRuns: runs(6, 300), endOnFailure: true },
  )
})

test('lots, holders and owner spans are the same when events arrive late or twice', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(histories, sizes, fc.array(fc.nat(39), { maxLength: 5 }), async (story, each, late) => {
      // A sale without a seller takes that of the listing only when the listing is known by then.
      const transactions = toTransactions(story.map((choice) => ({ ...choice, isUnnamed: false })))
      const early = transactions.filter((_, index) => !late.includes(index))
      const again = transactions.filter((_, index) => late.includes(index) || late.includes(index + 1))
      expect(await rowsAfter([...cut(early, each), ...cut(again, each)])).toEqual(
        await rowsAfter([batchOf(transactions)]),
      )
    }),
    { numRuns: runs(6, 300), endOnFailure: true },
  )
})

/** Returns the same transaction of a history in which more than a day passes between any two. */
function daysApart({ transaction, market, ...rest }: IndexedTransaction): IndexedTransaction {
  const timestampMicros = timeOf(200n * transaction.version)
  return {
    ...rest,
    transaction: { ...transaction, timestampMicros },
    market: market.map((event) => ({ ...event, timestampMicros })),
  }
}

// What an address held long before it became a listing counts as its own or as the seller's: what it has then is the seller's in any case.
test('holders are the same however a history is cut and whatever is late, although a listing held its token days before', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, sizes, fc.array(fc.nat(39), { maxLength: 5 }), async (story, each, late) => {
      // One address is no listing of two marketplaces.
      const plain = story.map((choice) => ({ ...choice, isElsewhere: false, isUnnamed: false }))
      const transactions = toTransactions(plain).map(daysApart)
      const early = transactions.filter((_, index) => !late.includes(index))
      const again = transactions.filter((_, index) => late.includes(index) || late.includes(index + 1))
      const { 'market.token_holders': holders } = await rowsAfter([...cut(early, each), ...cut(again, each)])
      expect(holders).toEqual((await rowsAfter([batchOf(transactions)]))['market.token_holders'])
    }),
    { numRuns: runs(12, 300), endOnFailure: true },
  )
})

const losses = fc.array(fc.nat(9), { minLength: 1, maxLength: 3 })

test('holdings without a stored state, as older stores have them, are folded whole', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(histories, sizes, losses, async (story, each, forgotten) => {
      const transactions = toTransactions(story)
      const { 'market.lot_states': states, ...rows } = await rowsAfter(cut(transactions, each), forgotten)
      const { 'market.lot_states': expected, ...others } = await rowsAfter([batchOf(transactions)])
      expect(rows).toEqual(others)
      expect(expected).toEqual(expect.arrayContaining([...(states ?? [])]))
    }),
    { numRuns: runs(4, 200), endOnFailure: true },
  )
})
