import type { TokenActivity } from '@opal/domain/tokens/token-change'
import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, writeReplacement } from '../../driver/replace-rows.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type ActivityRow, activities } from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import {
  compareEvents,
  type EventKey,
  eventKeyOf,
  type FoldedOrder,
  foldOrder,
  isUnpriced,
} from '../orders/fold-order.ts'
import { type OrderHistory, orderHistoriesPhase } from '../orders/order-histories.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { salesPhase } from './sales.ts'

/** An activity before its transaction's hash is looked up. */
export type ActivityDraft = Omit<ActivityRow, 'transaction_hash'>

/**
 * Derives the activities of the batch's transactions and of the orders that are folded again; a sale with several events is one.
 * @returns those that are new.
 */
export const activitiesPhase = definePhase({
  name: 'activities',
  needs: { decoded: decodePhase, histories: orderHistoriesPhase, sales: salesPhase },
  reads: ['market.activities', 'chain.current_token_datas_v2', 'chain.transactions'],
  writes: ['market.activities'],
  read: async (db, { batch: { isWhole }, decoded: { transactions }, histories: { histories } }) => {
    const drafts = [...transactions.flatMap(toTokenActivities), ...histories.flatMap(toOrderActivities)]
    const [collections, stored] = await Promise.all([
      readCollections(db, drafts),
      isWhole ? [] : readStored(db, drafts),
    ])
    const hashes = await hashesOf(db, transactions, drafts, stored)
    return { drafts, collections, stored, hashes }
  },
  compute: ({ sales: { repeated } }, { drafts, collections, stored, hashes }) => {
    const isRepeated = among(repeated)
    const rows = drafts
      .filter((draft) => !isRepeated(draft))
      .map((draft) => ({
        ...draft,
        collection_id: draft.collection_id ?? collections.get(draft.token_data_id ?? '') ?? null,
        transaction_hash: hashes.get(draft.version) ?? null,
      }))
    const { written, before } = compareRows(activities, stored, rows)
    const isChanged = among(before)
    return {
      added: written.filter((row) => !isChanged(row)),
      // Another event may have become the first of its sale.
      changed: { written: written.filter(isChanged), deleted: stored.filter(isRepeated), before },
      newRows: unstored(rows, stored),
    }
  },
  write: (db, { added, changed }) => [
    writeRows(db, activities, added, 'add'),
    writeReplacement(db, activities, changed),
  ],
})

const ORDER_ACTIVITY_KINDS: Readonly<Record<string, string>> = {
  'listing placed': 'list',
  'listing cancelled': 'delist',
  'listing filled': 'sale',
  'token-offer placed': 'token-bid',
  'token-offer cancelled': 'cancel-token-bid',
  'token-offer filled': 'accept-token-bid',
  'collection-offer placed': 'collection-bid',
  'collection-offer cancelled': 'cancel-collection-bid',
  'collection-offer filled': 'accept-collection-bid',
  'set-offer placed': 'set-bid',
  'set-offer cancelled': 'cancel-set-bid',
  'set-offer filled': 'accept-set-bid',
}

/** Returns one activity for each event of an order. Placing a listing that is open already is a price change. */
export function toOrderActivities({ known, events }: OrderHistory): readonly ActivityDraft[] {
  let before = known
  return events.map((event) => {
    const isReprice = event.book === 'listing' && event.action === 'placed' && before?.state === 'open'
    before = foldOrder([event], before)
    return toRow(event, before, isReprice)
  })
}

/** @param order as the event leaves it. */
function toRow(
  event: OrderEventRow,
  { priceOctas, setRoot }: Pick<FoldedOrder, 'priceOctas' | 'setRoot'>,
  isReprice: boolean,
): ActivityDraft {
  const isFill = event.action === 'filled'
  // The offer is on a set where it names one: its other events do not.
  const on = setRoot ? 'set-offer' : event.book
  return {
    version: event.version,
    event_index: event.event_index,
    kind: isReprice ? 'reprice' : (ORDER_ACTIVITY_KINDS[`${on} ${event.action}`] as string),
    marketplace: event.marketplace,
    collection_id: event.collection_id,
    token_data_id: event.token_data_id,
    from_address: isFill || event.book === 'listing' ? event.seller : event.buyer,
    to_address: isFill ? event.buyer : null,
    price_octas: isUnpriced(event) ? null : priceOctas,
    amount: event.book === 'collection-offer' && !isFill ? event.amount : null,
    order_id: event.order_id,
    at_micros: event.at_micros,
  }
}

/** Move event types that are an activity of their own; deposits and withdrawals are halves of others. */
const TOKEN_ACTIVITY_KINDS: Readonly<Record<string, 'transfer' | 'mint' | 'burn'>> = {
  '0x1::object::TransferEvent': 'transfer',
  '0x1::object::Transfer': 'transfer',
  '0x4::collection::MintEvent': 'mint',
  '0x4::collection::Mint': 'mint',
  '0x4::collection::ConcurrentMintEvent': 'mint',
  '0x4::collection::BurnEvent': 'burn',
  '0x4::collection::Burn': 'burn',
  '0x4::collection::ConcurrentBurnEvent': 'burn',
  '0x3::token::MintTokenEvent': 'mint',
  '0x3::token::Mint': 'mint',
  '0x3::token::MintToken': 'mint',
  '0x3::token::BurnTokenEvent': 'burn',
  '0x3::token::Burn': 'burn',
  '0x3::token::BurnToken': 'burn',
  '0x3::token_transfers::TokenClaimEvent': 'transfer',
  '0x3::token_transfers::Claim': 'transfer',
}
/** Deposit events of v1 tokens sent to a wallet that accepts every transfer. */
const DEPOSITS: ReadonlySet<string> = new Set(['0x3::token::DepositEvent', '0x3::token::TokenDeposit'])
const WITHDRAWALS: ReadonlySet<string> = new Set(['0x3::token::WithdrawEvent', '0x3::token::TokenWithdraw'])
/** Offer events: an offered token leaves its owner, and returns when the offer ends, without a transfer. */
const OFFERS: ReadonlySet<string> = new Set([
  '0x3::token_transfers::TokenOfferEvent',
  '0x3::token_transfers::Offer',
  '0x3::token_transfers::TokenCancelOfferEvent',
  '0x3::token_transfers::CancelOffer',
])

/**
 * Returns the transfers, mints and burns of one transaction. A traded, listed or delisted token moves as part of
 * that; a minted token is an activity of its holder at the end.
 */
export function toTokenActivities({ transaction, tokens, market }: IndexedTransaction): readonly ActivityDraft[] {
  const traded = new Set(market.flatMap((event) => ('token' in event ? event.token.tokenDataId : [])))
  const moves = [...tokens.activities.flatMap(toMove), ...sentV1(tokens.activities)]
  const minted = new Set(moves.filter(({ kind }) => kind === 'mint').map(({ activity }) => activity.tokenDataId))
  const lastOwner = new Map(
    moves.filter(({ kind }) => kind === 'transfer').map(({ activity }) => [activity.tokenDataId, activity.toAddress]),
  )
  return moves
    .filter(
      ({ kind, activity }) =>
        kind !== 'transfer' || !(traded.has(activity.tokenDataId) || minted.has(activity.tokenDataId)),
    )
    .map(({ kind, activity }) => ({
      ...common(activity),
      version: transaction.version,
      at_micros: transaction.timestampMicros,
      kind,
      to_address: (kind === 'mint' ? lastOwner.get(activity.tokenDataId) : null) ?? activity.toAddress,
    }))
}

interface Move {
  readonly activity: TokenActivity
  readonly kind: 'transfer' | 'mint' | 'burn'
}

function toMove(activity: TokenActivity): readonly Move[] {
  const kind = TOKEN_ACTIVITY_KINDS[activity.type]
  return kind === undefined ? [] : [{ activity, kind }]
}

/**
 * Finds v1 tokens sent from wallet to wallet, recorded at the deposit: pairs each deposit of a token with the
 * earliest unused withdrawal before it. Skips tokens that another event explains.
 */
function sentV1(activities: readonly TokenActivity[]): readonly Move[] {
  const editions = Map.groupBy(
    activities,
    ({ tokenDataId, propertyVersionV1 }) => `${tokenDataId}:${propertyVersionV1}`,
  )
  return [...editions.values()].flatMap((edition) => {
    if (edition.some(({ type }) => OFFERS.has(type) || TOKEN_ACTIVITY_KINDS[type] !== undefined)) return []
    const withdrawn: TokenActivity[] = []
    const sent: Move[] = []
    for (const activity of edition.toSorted((a, b) => a.eventIndex - b.eventIndex)) {
      if (WITHDRAWALS.has(activity.type)) withdrawn.push(activity)
      const from = DEPOSITS.has(activity.type) ? withdrawn.shift()?.fromAddress : undefined
      if (from === undefined || from === activity.toAddress) continue
      sent.push({ kind: 'transfer', activity: { ...activity, fromAddress: from } })
    }
    return sent
  })
}

function common(activity: TokenActivity) {
  return {
    event_index: activity.eventIndex,
    marketplace: null,
    collection_id: null,
    token_data_id: activity.tokenDataId,
    from_address: activity.fromAddress,
    price_octas: null,
    amount: activity.tokenAmount,
    order_id: null,
  }
}

/** Returns the rows that are not stored yet, in chain order. */
function unstored(rows: readonly ActivityRow[], stored: readonly ActivityRow[]): readonly ActivityRow[] {
  const isStored = among(stored)
  return rows.filter((row) => !isStored(row)).sort(compareEvents)
}

async function readStored(db: Executor, rows: readonly ActivityDraft[]): Promise<readonly ActivityRow[]> {
  if (rows.length === 0) return []
  const versions = [...new Set(rows.map((row) => row.version))]
  const found = await sql<ActivityRow>`
    select * from market.activities where version = any(${versions}::bigint[])`.execute(db)
  return found.rows
}

function among(events: readonly EventKey[]): (event: EventKey) => boolean {
  const keys = new Set(events.map(eventKeyOf))
  return (event) => keys.has(eventKeyOf(event))
}

/** Returns hashes by version, from the batch and the stored rows; looks up the rest. */
async function hashesOf(
  db: Executor,
  transactions: readonly IndexedTransaction[],
  drafts: readonly ActivityDraft[],
  stored: readonly ActivityRow[],
): Promise<ReadonlyMap<bigint, string | null>> {
  const known = new Map(stored.map((row) => [row.version, row.transaction_hash]))
  for (const { transaction } of transactions) known.set(transaction.version, transaction.hash)
  const others = new Set(drafts.flatMap(({ version }) => (known.has(version) ? [] : [version])))
  if (others.size === 0) return known
  const { rows } = await sql<{ version: bigint; hash: string }>`
    select version, hash from chain.transactions where version = any(${[...others]}::bigint[])`.execute(db)
  for (const { version, hash } of rows) known.set(version, hash)
  return known
}

/** Token events do not name the collection. */
async function readCollections(db: Executor, rows: readonly ActivityDraft[]): Promise<ReadonlyMap<string, string>> {
  const tokens = rows.filter((row) => row.collection_id === null).flatMap((row) => row.token_data_id ?? [])
  if (tokens.length === 0) return new Map()
  const found = await sql<{ token_data_id: string; collection_id: string }>`
    select token_data_id, collection_id from chain.current_token_datas_v2
    where token_data_id = any(${[...new Set(tokens)]})`.execute(db)
  return new Map(found.rows.map((row) => [row.token_data_id, row.collection_id]))
}
