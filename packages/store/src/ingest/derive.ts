import { sql } from 'kysely'
import type { Statements } from '../driver/pipelined.ts'
import { writeReplacement } from '../rows/replace-rows.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import { ownerSpans } from '../tables/owner-spans.ts'
import { pointsLedger } from '../tables/points-ledger.ts'
import type { IndexedBatch, IndexedTransaction } from './batch.ts'
import { compareLots, writeLots } from './history/compare-lots.ts'
import { compareOwnerSpans } from './history/compare-owner-spans.ts'
import { findTouchedTokens, type TouchedToken } from './history/find-touched-tokens.ts'
import { lotChanges } from './history/lot-changes.ts'
import type { ChangedSince } from './history/span-changes.ts'
import { newlyTold, readTold, writeActivities } from './history/write-activities.ts'
import { readSalesMade, soldVersions, writeSales } from './history/write-sales.ts'
import type { Meanwhile } from './meanwhile.ts'
import { queueCards } from './metadata/queue-cards.ts'
import { refreshValidity } from './orders/refresh-validity.ts'
import { compareSpans, writeBook, writeSpans } from './orders/write-book.ts'
import { compareBuyingPoints } from './points/compare-buying-points.ts'
import { compareHourlyPoints, readEarning } from './points/compare-hourly-points.ts'
import { compareHours, firstHours, readHours, writeHours } from './stats/compare-hours.ts'
import { computeStats, readFigures, writeStats } from './stats/compute-stats.ts'
import { tellClaimsChanged, writeChangeFeed } from './stats/write-change-feed.ts'
import { writeDecodeStops } from './stream/decode-stops.ts'
import type { WrittenFacts } from './write-facts.ts'

/**
 * Makes the book and its figures from the written facts, in as few turns between us and the database as their needs of each
 * other allow. Statements are executed in the order in which they are begun: what reads stands behind what writes.
 * @param announce false leaves the live channel alone, when old rows are made again.
 */
export async function derive(
  at: Statements,
  batch: IndexedBatch,
  { transactions, orders, events, nowMicros }: WrittenFacts,
  meanwhile: Meanwhile,
  announce: boolean,
): Promise<void> {
  const tokens = touchedTokens(transactions, events)
  const versions = soldVersions(events)
  meanwhile.add(writeBook(at, events))
  const asking = Promise.all([
    compareSpans(at, orders, events),
    readSalesMade(at, versions),
    readTold(at, transactions, events),
    touchedCollections(at, transactions, tokens),
    findTouchedTokens(at, transactions, events),
  ])
  let settling: Promise<readonly string[]> = Promise.resolve([])
  const [spans, made, told, known, keys] = await meanwhile.during(asking, () => {
    settling = refreshValidity(at, tokens, orders, nowMicros)
    return [settling]
  })
  meanwhile.add(writeSales(at, versions, made), writeActivities(at, told))
  const [points, lots] = await meanwhile.during(
    Promise.all([compareBuyingPoints(at, versions), compareLots(at, keys)]),
    () => [writeSpans(at, spans)],
  )
  meanwhile.add(writeLots(at, lots))
  const first = firstHours([...spans.changed, ...lotChanges(lots.lots), ...soldSince(newEvents(events, batch))])
  const collections = new Set([...known, ...collectionsOf(transactions, events), ...(await settling), ...first.keys()])
  const asked = Promise.all([
    compareOwnerSpans(at, lots.pairs),
    readHours(at, first),
    readEarning(at, first, spans.rows),
    readFigures(at, [...collections]),
  ])
  const [owners, past, earning, read] = await meanwhile.during(asked, () => [
    writeReplacement(at, pointsLedger, points),
    queueCards(at, shownTokens(transactions, tokens, keys, events)),
  ])
  const hours = compareHours(past, owners)
  const figures = computeStats(read, hours)
  meanwhile.add(
    writeReplacement(at, ownerSpans, owners),
    writeHours(at, hours),
    writeReplacement(at, pointsLedger, compareHourlyPoints(earning, hours)),
    writeStats(at, figures),
    writeDecodeStops(at, batch.stops),
    ...(announce
      ? [writeChangeFeed(at, newlyTold(told), figures, nowMicros), tellClaimsChanged(at, transactions)]
      : []),
  )
}

function touchedTokens(batch: readonly IndexedTransaction[], events: readonly OrderEventRow[]): readonly string[] {
  const tokens = new Set<string>()
  for (const { tokens: changes } of batch) {
    for (const change of changes.ownerships) tokens.add(change.tokenDataId)
    for (const change of changes.tokenDatas) tokens.add(change.tokenDataId)
  }
  for (const event of events)
    if (event.book === 'listing' && event.token_data_id !== null) tokens.add(event.token_data_id)
  return [...tokens]
}

/** Tokens of which something changed that is shown: state, owner, royalty, listing, sale or offer. */
function shownTokens(
  batch: readonly IndexedTransaction[],
  touched: readonly string[],
  held: readonly TouchedToken[],
  events: readonly OrderEventRow[],
): readonly string[] {
  return [
    ...touched,
    ...batch.flatMap(({ tokens }) => tokens.royalties.map(({ objectAddress }) => objectAddress)),
    ...held.map((key) => key.token_data_id),
    ...events.flatMap((event) => event.token_data_id ?? []),
  ]
}

/** Hours are only recomputed for events of this batch, or of orders whose collection has just become known. */
function newEvents(events: readonly OrderEventRow[], { transactions }: IndexedBatch): readonly OrderEventRow[] {
  const versions = new Set(transactions.map((indexed) => indexed.transaction.version))
  const described = new Set<string>(
    transactions.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.tokenDataId)),
  )
  return events.filter(
    (event) => versions.has(event.version) || (event.token_data_id !== null && described.has(event.token_data_id)),
  )
}

function soldSince(events: readonly OrderEventRow[]): readonly ChangedSince[] {
  return events.flatMap(({ action, collection_id, at_micros }) =>
    action !== 'filled' || collection_id === null ? [] : [{ collection_id, micros: at_micros }],
  )
}

function collectionsOf(batch: readonly IndexedTransaction[], events: readonly OrderEventRow[]): readonly string[] {
  return [
    ...batch.flatMap(({ tokens }) => tokens.collections.map((change) => change.collectionId)),
    ...events.flatMap((event) => event.collection_id ?? []),
  ]
}

/** Collections of the tokens: most are told by the batch itself. */
async function touchedCollections(
  at: Statements,
  batch: readonly IndexedTransaction[],
  tokens: readonly string[],
): Promise<readonly string[]> {
  const told = new Map<string, string>(
    batch.flatMap(({ tokens: changes }) => changes.tokenDatas.map((data) => [data.tokenDataId, data.collectionId])),
  )
  const others = tokens.filter((token) => !told.has(token))
  if (others.length === 0) return [...told.values()]
  const { rows } = await sql<{ collection_id: string }>`
    select distinct collection_id from chain.current_token_datas_v2 where token_data_id = any(${others}::text[])`.execute(
    at,
  )
  return [...told.values(), ...rows.map((row) => row.collection_id)]
}
