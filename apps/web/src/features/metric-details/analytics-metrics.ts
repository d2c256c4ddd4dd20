import { listBidsOfCollection } from '@opal/contract/bids'
import { type ApiClient, endpointUrl } from '@opal/contract/client'
import { getCollection } from '@opal/contract/collections'
import {
  getCollectionHistory,
  getHoldingTimes,
  listCollectionOwners,
} from '@opal/contract/collections/collection-stats'
import type { ActivityType } from '@opal/contract/constants/activity-kinds'
import { MAX_COUNTED_TOKENS } from '@opal/contract/constants/counted-tokens'
import { HISTORY_STEPS, HISTORY_WINDOWS, type HistoryWindow } from '@opal/contract/constants/windows'
import { listCollectionTokens } from '@opal/contract/tokens'
import { sumOctas } from '@opal/domain/prices/octas'
import { collectionPath } from '../../app/paths.ts'
import type { MetricId, MetricSubject } from '../../entities/collection/metrics.ts'
import { formatCount } from '../../shared/format/number.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import { BID_METRICS } from './bid-metrics.ts'
import {
  defineMetrics,
  type MetricDetails,
  type MetricSource,
  type MetricValue,
  type MetricWords,
  readEvents,
  readLedgerVersion,
  required,
} from './metric-definition.ts'

type AnalyticsMetricId = Extract<MetricId, `analytics.${string}`>
type Read = Pick<MetricDetails, 'value' | 'inputs'>

interface Spec extends MetricWords, Pick<MetricSource, 'call'> {
  readonly events: ActivityType
  /** With `$ID` for the collection, `$HOURS` and `$STEP` for the window's length and steps. */
  readonly sql: string
  readonly read: (api: ApiClient, id: string, subject: MetricSubject, signal: AbortSignal) => Promise<Read>
}

const count = (value: number | bigint): MetricValue => ({ text: formatCount(Number(value)) })
const octas = (value: string | null): MetricValue => ({ octas: value })
const params = (subject: MetricSubject) => ({ id: required(subject, 'collectionId') })

/** The window that a chart shows; that of a chart without one. */
function windowOf({ window }: MetricSubject): HistoryWindow {
  return HISTORY_WINDOWS.find((known) => known === window) ?? '30d'
}

const STEPS = `market.collection_hours
where collection_id = '$ID'
  and hour_micros >= floor((extract(epoch from now()) / 3600 - $HOURS) / $STEP) * $STEP * 3600000000`
const historyCall = (member: string) => (api: string, subject: MetricSubject) => ({
  url: endpointUrl(api, getCollectionHistory, { params: params(subject), query: { window: windowOf(subject) } }),
  member: `data | map(.${member} | tonumber) | add`,
})

const SPECS: Readonly<Record<AnalyticsMetricId, Spec>> = {
  'analytics.history': {
    name: 'Floor and volume',
    meaning: 'The floor at the end of each interval, and the sales volume within it.',
    formula:
      'floor in the last hour of each interval, and Σ price over its sales; the value below is the sum of all intervals',
    events: 'sales',
    call: historyCall('volume'),
    sql: `select sum(volume_octas) from ${STEPS};`,
    read: async (api, _id, subject, signal) => {
      const steps = await readSteps(api, subject, signal)
      return {
        value: octas(sumOf(steps, 'volume')),
        inputs: [
          { name: 'Intervals', value: count(steps.length) },
          { name: 'Floor at the end', value: octas(steps.at(-1)?.floorPrice ?? null) },
          { name: 'Sales', value: count(steps.reduce((sum, { sales }) => sum + sales, 0)) },
          { name: 'Volume without wash trades', value: octas(sumOf(steps, 'volumeWithoutWash')) },
        ],
      }
    },
  },
  'analytics.sales': {
    name: 'Sales',
    meaning: 'Every sale in this period, on every marketplace, by time and price.',
    formula:
      'one point for each sale: listing filled, bid on a token accepted, collection bid accepted; the value below is their count',
    events: 'sales',
    call: historyCall('sales'),
    sql: `select sum(sales) from ${STEPS};`,
    read: async (api, _id, subject, signal) => {
      const steps = await readSteps(api, subject, signal)
      return {
        value: count(steps.reduce((sum, { sales }) => sum + sales, 0)),
        inputs: [
          { name: 'Volume', value: octas(sumOf(steps, 'volume')) },
          {
            name: 'Sales without wash trades',
            value: count(steps.reduce((sum, step) => sum + step.salesWithoutWash, 0)),
          },
        ],
      }
    },
  },
  'analytics.listings': {
    name: 'Listing depth',
    meaning: 'Items that can be bought at each price or below, on open marketplaces.',
    formula:
      'for each price: count of tokens whose cheapest live listing costs that much or less; the value below is all of them',
    events: 'listing',
    call: (api, subject) => ({
      url: endpointUrl(api, listCollectionTokens, {
        params: params(subject),
        query: { nftType: 'LISTED', sort: 'price_asc', limit: 100 },
      }),
      member: 'total',
    }),
    sql: "select count(distinct token_data_id) from public_api.listings\nwhere collection_id = '$ID' and is_live;",
    read: async (api, id, _subject, signal) => {
      const query = { nftType: 'LISTED' as const, sort: 'price_asc' as const, limit: 1 }
      const [page, collection] = await Promise.all([
        api(listCollectionTokens, { params: { id }, query }, { signal }),
        api(throwing(getCollection), { params: { id } }, { signal }),
      ])
      return {
        value: page.total > MAX_COUNTED_TOKENS ? { text: `${formatCount(MAX_COUNTED_TOKENS)}+` } : count(page.total),
        inputs: [
          { name: 'Floor', value: octas(collection.floorPrice) },
          { name: 'Live listings', value: count(collection.listedCount) },
        ],
      }
    },
  },
  'analytics.bids': {
    name: 'Bid depth',
    meaning: 'Items that live collection bids would buy at each price or above.',
    formula: 'for each price: Σ size of the collection bids at that price or above',
    events: 'bid',
    call: (api, subject) => ({
      url: endpointUrl(api, listBidsOfCollection, { params: params(subject), query: { take: 100 } }),
      member: 'data | map(.size | tonumber) | add',
    }),
    sql: "select sum(remaining_token_amount) -- each bid of a pool by itself\nfrom public_api.collection_offers\nwhere collection_id = '$ID' and is_live\n  and (expiration_time is null or expiration_time > extract(epoch from now()));",
    read: (api, _id, subject, signal) => BID_METRICS['bids.size'].read(api, subject, signal),
  },
  'analytics.holders': {
    name: 'Holders',
    meaning: 'Wallets by number of items held. Items in escrow count for their seller.',
    formula: 'count of wallets by Σ amount of the tokens each of them holds; the value below is all wallets',
    events: 'transfer',
    call: (api, subject) => ({
      url: endpointUrl(api, listCollectionOwners, {
        params: { name: required(subject, 'collectionId') },
        query: { take: 100 },
      }),
      member: 'data | map({walletAddress, held})',
    }),
    sql: "select count(distinct holder) from market.token_holders\nwhere collection_id = '$ID';",
    read: async (api, id, _subject, signal) => {
      const [collection, owners] = await Promise.all([
        api(throwing(getCollection), { params: { id } }, { signal }),
        api(listCollectionOwners, { params: { name: id }, query: { take: 1 } }, { signal }),
      ])
      return {
        value: count(collection.uniqueOwnersCount),
        inputs: [
          { name: 'Supply', value: count(collection.currentSupply) },
          { name: 'Largest holding', value: count(BigInt(owners.data[0]?.held ?? '0')) },
        ],
      }
    },
  },
  'analytics.holding-times': {
    name: 'Holding time',
    meaning: 'Items by how long their current owner has held them. Listed items count for their seller.',
    formula: 'count of items by now − when each reached its wallet; the value below is the median',
    events: 'transfer',
    call: (api, subject) => ({
      url: endpointUrl(api, getHoldingTimes, { params: params(subject) }),
      member: 'medianTokenMicros',
    }),
    sql: "select extract(epoch from now()) * 1000000 - percentile_disc(0.5) within group (order by acquired_at_micros)\nfrom market.lots where collection_id = '$ID' and released_version is null;",
    read: async (api, id, _subject, signal) => {
      const { buckets, medianTokenMicros } = await api(getHoldingTimes, { params: { id } }, { signal })
      return {
        value: { text: medianTokenMicros === null ? 'unknown' : daysOf(BigInt(medianTokenMicros)) },
        inputs: buckets.map(({ fromDays, toDays, tokens }) => ({
          name: toDays === null ? `${fromDays} days or more` : `${fromDays} to ${toDays} days`,
          value: count(BigInt(tokens)),
        })),
      }
    },
  },
}

/** The charts of a collection. */
export const ANALYTICS_METRICS = defineMetrics(SPECS, sourceOf)

function sourceOf({ events, call, sql, read }: Spec): MetricSource {
  return {
    eventsPath: (subject) =>
      `${collectionPath(required(subject, 'collectionId'))}?tab=activity&type=${events === 'transfer' ? 'all' : events}`,
    call,
    sql(subject) {
      const { hours, stepHours } = HISTORY_STEPS[windowOf(subject)]
      return sql
        .replaceAll('$ID', required(subject, 'collectionId'))
        .replaceAll('$HOURS', String(hours))
        .replaceAll('$STEP', String(stepHours))
    },
    async read(api, subject, signal) {
      const collectionId = required(subject, 'collectionId')
      const [spec, newest, version] = await Promise.all([
        read(api, collectionId, subject, signal),
        readEvents(api, { collectionId }, events, signal),
        readLedgerVersion(api, signal),
      ])
      return { value: spec.value, inputs: spec.inputs, events: newest, version }
    },
  }
}

async function readSteps(api: ApiClient, subject: MetricSubject, signal: AbortSignal) {
  const query = { window: windowOf(subject) }
  return (await api(getCollectionHistory, { params: params(subject), query }, { signal })).data
}

function sumOf(
  steps: readonly { readonly volume: string; readonly volumeWithoutWash: string }[],
  member: 'volume' | 'volumeWithoutWash',
): string {
  return String(sumOctas(steps.map((step) => BigInt(step[member]))))
}

/** With two decimals, rounded down. */
function daysOf(micros: bigint): string {
  const hundredths = (micros * 100n) / 86_400_000_000n
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')} days`
}
