import { type BidLevel, listBidsOfCollection } from '@opal/contract/bids'
import { type ApiClient, endpointUrl } from '@opal/contract/client'
import { getCollection } from '@opal/contract/collections'
import { sumOctas } from '@opal/domain/prices/octas'
import { collectionPath } from '../../app/paths.ts'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { formatCount } from '../../shared/format/number.ts'
import { readPages } from '../../shared/realtime/read-pages.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import {
  defineMetrics,
  type MetricSource,
  type MetricValue,
  type MetricWords,
  readEvents,
  readLedgerVersion,
  required,
} from './metric-definition.ts'

type BidMetricId = Extract<MetricId, `bids.${string}`>

/** A ladder with the floor it is compared with. */
interface Ladder {
  readonly levels: readonly BidLevel[]
  /** Octas. */
  readonly floor: string | null
}

interface Spec extends MetricWords {
  /** jq expression on the ladder. */
  readonly member: string
  readonly value: (ladder: Ladder) => MetricValue
  /** With `$ID` for the collection. */
  readonly sql: string
}

const LIVE =
  "collection_id = '$ID' and is_live\n  and (expiration_time is null or expiration_time > extract(epoch from now()))"

const SPECS: Readonly<Record<BidMetricId, Spec>> = {
  'bids.size': {
    name: 'Bid size',
    meaning: 'Items that live collection bids would still buy.',
    formula:
      'Σ size of the collection bids that are open and not expired; those of one pool as far as it pays them together',
    member: 'data | map(.size | tonumber) | add',
    value: ({ levels }) => ({ text: formatCount(sizeOf(levels)) }),
    sql: `select sum(remaining_token_amount) -- each bid of a pool by itself\nfrom public_api.collection_offers\nwhere ${LIVE};`,
  },
  'bids.value': {
    name: 'Bid value',
    meaning: 'What all live collection bids would pay together.',
    formula:
      'Σ price × size of the collection bids that are open and not expired; those of one pool as far as it pays them together',
    member: 'data | map(.totalPrice | tonumber) | add',
    value: ({ levels }) => ({ octas: String(sumOctas(levels.map(({ totalPrice }) => BigInt(totalPrice)))) }),
    sql: `select sum(price * remaining_token_amount) -- each bid of a pool by itself\nfrom public_api.collection_offers\nwhere ${LIVE};`,
  },
  'bids.spread': {
    name: 'Spread',
    meaning: 'How far the top collection bid is below the floor.',
    formula: 'floor − top bid',
    member: 'data[0].price',
    value: ({ levels: [top], floor }) => ({
      octas: top === undefined || floor === null ? null : String(BigInt(floor) - BigInt(top.price)),
    }),
    sql: "select floor_price - top_bid from public_api.collections\nwhere collection_id = '$ID';",
  },
}

/** Metrics above a collection's order book. */
export const BID_METRICS = defineMetrics(SPECS, sourceOf)

/** The most that one call answers. */
const PAGE_SIZE = 100

function sourceOf({ member, value, sql }: Spec): MetricSource {
  return {
    eventsPath: (subject) => `${collectionPath(required(subject, 'collectionId'))}?tab=activity&type=bid`,
    call: (api, subject) => {
      const input = { params: { id: required(subject, 'collectionId') }, query: { take: PAGE_SIZE } }
      return { url: endpointUrl(api, listBidsOfCollection, input), member }
    },
    sql: (subject) => sql.replaceAll('$ID', required(subject, 'collectionId')),
    async read(api, subject, signal) {
      const collectionId = required(subject, 'collectionId')
      const [levels, collection, events, version] = await Promise.all([
        readLevels(api, collectionId, signal),
        api(throwing(getCollection), { params: { id: collectionId } }, { signal }),
        readEvents(api, { collectionId }, 'bid', signal),
        readLedgerVersion(api, signal),
      ])
      const floor = collection.floorPrice
      const inputs = [
        { name: 'Floor', value: { octas: floor } },
        { name: 'Top bid', value: { octas: levels[0]?.price ?? null } },
        { name: 'Price levels', value: { text: formatCount(levels.length) } },
        { name: 'Bid size', value: { text: formatCount(sizeOf(levels)) } },
      ]
      return { value: value({ levels, floor }), inputs, events, version }
    },
  }
}

/** Reads the whole ladder, best price first. @throws ApiError */
async function readLevels(api: ApiClient, id: string, signal: AbortSignal): Promise<readonly BidLevel[]> {
  const { rows } = await readPages((cursor) =>
    api(throwing(listBidsOfCollection), { params: { id }, query: { take: PAGE_SIZE, ...cursor } }, { signal }),
  )
  return rows
}

function sizeOf(levels: readonly BidLevel[]): number {
  return levels.reduce((sum, { size }) => sum + Number(size), 0)
}
