import { endpointUrl } from '@opal/contract/client'
import { type CollectionDetail, getCollection } from '@opal/contract/collections'
import type { ActivityType } from '@opal/contract/constants/activity-kinds'
import { collectionPath } from '../../app/paths.ts'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { formatCount } from '../../shared/format/number.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import {
  defineMetrics,
  type MetricInput,
  type MetricSource,
  type MetricValue,
  type MetricWords,
  readEvents,
  required,
} from './metric-definition.ts'

type CollectionMetricId = Extract<MetricId, `collection.${string}`>

interface Spec extends MetricWords {
  readonly member: keyof CollectionDetail
  readonly events: ActivityType
  readonly value: (collection: CollectionDetail) => MetricValue
  readonly inputs?: (collection: CollectionDetail) => readonly MetricInput[]
  /** With `$ID` for the collection. */
  readonly sql: string
}

const count = (value: number): MetricValue => ({ text: formatCount(value) })
const percent = (value: number | null): MetricValue => ({ text: value === null ? 'unknown' : `${value}%` })
const octas = (value: string | null): MetricValue => ({ octas: value })

const SPECS: Readonly<Record<CollectionMetricId, Spec>> = {
  'collection.floor': {
    name: 'Floor',
    meaning: 'The lowest price at which a token of the collection can be bought now, on any open marketplace.',
    formula:
      'min(price) over live listings: open, not expired, the seller still holds the token, the marketplace is active',
    member: 'floorPrice',
    events: 'listing',
    value: (collection) => octas(collection.floorPrice),
    inputs: (collection) => [
      { name: 'Live listings', value: count(collection.listedCount) },
      { name: 'Change over one day', value: percent(collection.oneDayChangePercent) },
      { name: 'Change over seven days', value: percent(collection.sevenDaysChangePercent) },
    ],
    sql: "select min(price) from public_api.listings\nwhere collection_id = '$ID' and is_live;",
  },
  'collection.top-bid': {
    name: 'Top bid',
    meaning: 'The highest live collection bid.',
    formula: 'max(price) over collection bids that are open, not expired, and not filled',
    member: 'topBid',
    events: 'bid',
    value: (collection) => octas(collection.topBid),
    sql: "select max(price) from public_api.collection_offers\nwhere collection_id = '$ID' and is_live\n  and (expiration_time is null or expiration_time > extract(epoch from now()));",
  },
  'collection.volume': {
    name: 'Volume',
    meaning: 'The sum of all sale prices on every marketplace. Each sale counts once.',
    formula: 'sum(price) over sales: listings filled, bids on tokens accepted, collection bids accepted',
    member: 'allTimeVolume',
    events: 'sales',
    value: (collection) => octas(collection.allTimeVolume),
    inputs: (collection) => [
      { name: 'Sales', value: count(collection.allTimeSales) },
      { name: 'Last 24 hours', value: octas(collection.oneDayVolume) },
      { name: 'Last 7 days', value: octas(collection.sevenDaysVolume) },
      { name: 'Last 30 days', value: octas(collection.thirtyDaysVolume) },
    ],
    sql: "select sum(price) from public_api.sales\nwhere collection_id = '$ID';",
  },
  'collection.volume-1d': {
    name: '1d volume',
    meaning: 'The sum of the prices of all sales of the last 24 hours, on every marketplace.',
    formula: 'sum(price) over sales whose transaction is not older than 24 hours',
    member: 'oneDayVolume',
    events: 'sales',
    value: (collection) => octas(collection.oneDayVolume),
    inputs: (collection) => [{ name: 'Sales of the last 24 hours', value: count(collection.oneDaySales) }],
    sql: "select sum(price) from public_api.sales\nwhere collection_id = '$ID'\n  and sold_at > now() at time zone 'utc' - interval '24 hours';",
  },
  'collection.volume-7d': volumeOf(7, 'sevenDaysVolume'),
  'collection.volume-30d': volumeOf(30, 'thirtyDaysVolume'),
  'collection.change-1d': changeOf(1, 'oneDayChangePercent'),
  'collection.change-7d': changeOf(7, 'sevenDaysChangePercent'),
  'collection.market-cap': {
    name: 'Market cap',
    meaning: 'Supply times floor: what the collection would be worth if every token sold at the floor.',
    formula: 'floor × supply',
    member: 'marketCap',
    events: 'listing',
    value: (collection) => octas(collection.marketCap),
    inputs: (collection) => [
      { name: 'Floor', value: octas(collection.floorPrice) },
      { name: 'Supply', value: count(collection.currentSupply) },
    ],
    sql: "select floor_price * supply from public_api.collections\nwhere collection_id = '$ID';",
  },
  'collection.listed': {
    name: 'Listed',
    meaning: 'Listings that can be bought now; those on a closed marketplace are left out.',
    formula: 'count of live listings: open, not expired, the seller still holds the token, the marketplace is active',
    member: 'listedCount',
    events: 'listing',
    value: (collection) => count(collection.listedCount),
    inputs: (collection) => [{ name: 'Supply', value: count(collection.currentSupply) }],
    sql: "select count(*) from public_api.listings\nwhere collection_id = '$ID' and is_live;",
  },
  'collection.owners': {
    name: 'Owners',
    meaning: 'Wallets that hold at least one token. Items in escrow count for their seller.',
    formula: 'count of distinct holders with an amount above 0',
    member: 'uniqueOwnersCount',
    events: 'transfer',
    value: (collection) => count(collection.uniqueOwnersCount),
    inputs: (collection) => [{ name: 'Supply', value: count(collection.currentSupply) }],
    sql: "select count(distinct holder) from market.token_holders\nwhere collection_id = '$ID';",
  },
  'collection.supply': {
    name: 'Supply',
    meaning: 'Tokens minted and not burned. Copies of one token count once.',
    formula: 'minted − burned',
    member: 'currentSupply',
    events: 'mint',
    value: (collection) => count(collection.currentSupply),
    sql: "select supply from public_api.collections\nwhere collection_id = '$ID';",
  },
}

function volumeOf(days: number, member: 'sevenDaysVolume' | 'thirtyDaysVolume'): Spec {
  return {
    name: `${days}d volume`,
    meaning: `The sum of the prices of all sales of the last ${days} days, on every marketplace.`,
    formula: `sum(price) over sales whose transaction is not older than ${days} days`,
    member,
    events: 'sales',
    value: (collection) => octas(collection[member]),
    inputs: (collection) => [{ name: 'Last 24 hours', value: octas(collection.oneDayVolume) }],
    sql: `select sum(price) from public_api.sales\nwhere collection_id = '$ID'\n  and sold_at > now() at time zone 'utc' - interval '${days} days';`,
  }
}

function changeOf(days: 1 | 7, member: 'oneDayChangePercent' | 'sevenDaysChangePercent'): Spec {
  const hours = days * 24
  return {
    name: `Floor, ${days}d`,
    meaning: `The floor now against the floor ${hours} hours ago; unknown where nothing was for sale at either time.`,
    formula: '(floor now − floor then) ÷ floor then × 100, rounded to two decimals',
    member,
    events: 'listing',
    value: (collection) => percent(collection[member]),
    inputs: (collection) => [{ name: 'Floor', value: octas(collection.floorPrice) }],
    sql: `select round((c.floor_price - h.floor_octas) * 100.0 / h.floor_octas, 2)
from public_api.collections c, market.collection_hours h
where c.collection_id = '$ID' and h.collection_id = '$ID'
  and h.hour_micros + 3600000000 <= (extract(epoch from now()) - ${hours} * 3600) * 1000000
order by h.hour_micros desc limit 1;`,
  }
}

const ACTIVITY_OF: Partial<Record<ActivityType, string>> = {
  listing: 'listing',
  bid: 'bid',
  sales: 'sales',
  transfer: 'transfer',
}

/** Metrics of a collection's header. */
export const COLLECTION_METRICS = defineMetrics(SPECS, sourceOf)

function sourceOf({ member, events, value, inputs, sql }: Spec): MetricSource {
  return {
    eventsPath: (subject) =>
      `${collectionPath(required(subject, 'collectionId'))}?tab=activity&type=${ACTIVITY_OF[events] ?? 'all'}`,
    call: (api, subject) => ({
      url: endpointUrl(api, getCollection, { params: { id: required(subject, 'collectionId') } }),
      member,
    }),
    sql: (subject) => sql.replaceAll('$ID', required(subject, 'collectionId')),
    async read(api, subject, signal) {
      const collectionId = required(subject, 'collectionId')
      const [collection, newest] = await Promise.all([
        api(throwing(getCollection), { params: { id: collectionId } }, { signal }),
        readEvents(api, { collectionId }, events, signal),
      ])
      return {
        value: value(collection),
        inputs: inputs?.(collection) ?? [],
        events: newest,
        version: collection.version,
      }
    },
  }
}
