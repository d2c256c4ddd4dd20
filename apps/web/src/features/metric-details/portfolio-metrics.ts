import { type ApiClient, endpointUrl } from '@opal/contract/client'
import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { getUserPnl, type Lot, listUserLots } from '@opal/contract/portfolio/pnl'
import { walletPath } from '../../app/paths.ts'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { formatCount } from '../../shared/format/number.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import {
  defineMetrics,
  type MetricEvent,
  type MetricInput,
  type MetricSource,
  type MetricValue,
  type MetricWords,
  readEvents,
  readLedgerVersion,
  required,
} from './metric-definition.ts'

type PortfolioMetricId = Extract<MetricId, `portfolio.${string}`>

interface Spec extends MetricWords {
  readonly member: keyof PortfolioPnl
  readonly value: (pnl: PortfolioPnl) => MetricValue
  readonly inputs: (pnl: PortfolioPnl) => readonly MetricInput[]
  /** The lots behind it, or the wallet's listings. */
  readonly behind: { readonly state: 'all' | 'held' | 'sold'; readonly cost: 'any' | 'known' } | 'listings'
  /** With `$WALLET`. */
  readonly sql: string
}

const octas = (value: string): MetricValue => ({ octas: value })
const count = (value: number | string): MetricValue => ({ text: formatCount(value) })
const unknown = (pnl: PortfolioPnl): MetricInput => ({
  name: 'Items without cost (excluded)',
  value: count(pnl.unknownCostCount),
})

/** The estimate of one item of a collection `c`. @source docs/product/portfolio-and-pnl.md#estimate */
const EACH_SQL = `greatest(bid.octas,
  case when c.floor_price > 0 and c.last_sale > 0 then least(c.floor_price, 5 * greatest(c.last_sale, bid.octas)) end, 0)`
/** Collections `c` of what is held, each with its top bid as far as it counts. */
const COLLECTIONS_SQL = `left join public_api.collections c using (collection_id)
cross join lateral (
  select case when c.top_bid > 0 and c.best_proceeds > 0 then least(c.top_bid, c.best_proceeds) end as octas
) bid`
const EACH_FORMULA = 'max(min(floor, 5 × max(last sale, bid)), bid, 0)'
const BID_FORMULA = 'bid = min(top bid, most received for an item)'

const SPECS: Readonly<Record<PortfolioMetricId, Spec>> = {
  'portfolio.items': {
    name: 'Items',
    meaning: 'Items the wallet holds, including those its listings hold in escrow.',
    formula: 'sum of amounts over the lots that are held',
    member: 'totalCount',
    value: (pnl) => count(pnl.totalCount),
    inputs: (pnl) => [{ name: 'Items without cost', value: count(pnl.unknownCostCount) }],
    behind: { state: 'held', cost: 'any' },
    sql: "select sum(amount) from market.lots\nwhere wallet = '$WALLET' and released_version is null and not is_in_transit;",
  },
  'portfolio.listed': {
    name: 'Listed',
    meaning:
      'The wallet’s open listings on every marketplace, also those that can’t be bought now: expired or reserved ones, those of frozen items and those on a closed marketplace.',
    formula: 'count of its open listings whose item is still there',
    member: 'listedCount',
    value: (pnl) => count(pnl.listedCount),
    inputs: () => [],
    behind: 'listings',
    sql: `select count(*) from public_api.listings l
where seller = '$WALLET' and not is_deleted and (is_live or exists (
  select from market.token_holders h
  where h.token_data_id = l.token_data_id and h.property_version = l.property_version and h.holder = l.seller));`,
  },
  'portfolio.estimate': {
    name: 'Est. value',
    meaning:
      'Estimated value of all items held, each at the higher of its collection’s floor and top bid. The bid counts for at most what a seller has received for an item, the floor for at most 5 times the last sale or that bid, and neither before the first sale. Of each collection 1,000 items count for each of its sales. It is before fees: a sale would cost royalty and marketplace fee.',
    formula: `Σ min(items, 1,000 × sales) × ${EACH_FORMULA} over the collections that are held; ${BID_FORMULA}`,
    member: 'estimatedPrice',
    value: (pnl) => octas(pnl.estimatedPrice),
    inputs: (pnl) => [
      { name: 'Items', value: count(pnl.totalCount) },
      { name: 'Est. value of items with cost', value: octas(pnl.knownCostEstimate) },
    ],
    behind: { state: 'held', cost: 'any' },
    sql: `select sum(least(l.held, 1000 * c.all_time_sales) * ${EACH_SQL})
from (
  select collection_id, sum(amount) as held from market.lots
  where wallet = '$WALLET' and released_version is null and not is_in_transit group by collection_id
) l ${COLLECTIONS_SQL};`,
  },
  'portfolio.cost': {
    name: 'Cost basis',
    meaning:
      'Cost of the items held. Items received by transfer have no known cost; they are left out and counted separately. Costs you set yourself count in the summary on your page, not here.',
    formula: 'Σ cost over the lots that are held and whose cost is known; first in, first out',
    member: 'costPrice',
    value: (pnl) => octas(pnl.costPrice),
    inputs: (pnl) => [unknown(pnl)],
    behind: { state: 'held', cost: 'known' },
    sql: "select sum(cost_octas) from market.lots\nwhere wallet = '$WALLET' and released_version is null and not is_in_transit;",
  },
  'portfolio.realised': {
    name: 'Realized P&L',
    meaning: 'Sale proceeds after royalty and fee, minus cost.',
    formula: 'Σ (proceeds − cost) over the lots that were sold and whose cost is known',
    member: 'realizedPNL',
    value: (pnl) => octas(pnl.realizedPNL),
    inputs: (pnl) => [
      { name: 'Items sold', value: count(pnl.soldCount) },
      { name: 'Items sold without cost (excluded)', value: count(pnl.soldUnknownCount) },
    ],
    behind: { state: 'sold', cost: 'known' },
    sql: `select sum(proceeds_octas - cost_octas) from market.lots
where wallet = '$WALLET' and not is_in_transit
  and released_by in ('listing', 'token-offer', 'collection-offer');`,
  },
  'portfolio.unrealised': {
    name: 'Unrealized P&L',
    meaning:
      'Estimated value of the items held minus their cost, where the cost is known. It is before fees: a sale would cost royalty and marketplace fee. Realized P&L is after them. Costs you set yourself count in the summary on your page, not here.',
    formula: `Σ (items × min(1, 1,000 × sales ÷ all items held) × ${EACH_FORMULA} − cost) over the collections that are held, items of known cost alone; ${BID_FORMULA}`,
    member: 'unrealizedPNL',
    value: (pnl) => octas(pnl.unrealizedPNL),
    inputs: (pnl) => [
      { name: 'Est. value of items with cost', value: octas(pnl.knownCostEstimate) },
      { name: 'Cost basis', value: octas(pnl.costPrice) },
      unknown(pnl),
    ],
    behind: { state: 'held', cost: 'known' },
    sql: `select sum(div(${EACH_SQL} * l.known * least(l.held, 1000 * coalesce(c.all_time_sales, 0)), l.held) - l.cost)
from (
  select collection_id, sum(amount) as held, coalesce(sum(amount) filter (where cost_octas is not null), 0) as known,
    coalesce(sum(cost_octas), 0) as cost
  from market.lots where wallet = '$WALLET' and released_version is null and not is_in_transit group by collection_id
) l ${COLLECTIONS_SQL};`,
  },
}

/** Metrics of a portfolio's summary. */
export const PORTFOLIO_METRICS = defineMetrics(SPECS, sourceOf)

function sourceOf({ member, value, inputs, behind, sql }: Spec): MetricSource {
  return {
    eventsPath(subject) {
      const path = walletPath(required(subject, 'wallet'))
      return behind === 'listings' ? `${path}?tab=listings` : `${path}?tab=pnl&lots=${behind.state}&cost=${behind.cost}`
    },
    call: (api, subject) => ({
      url: endpointUrl(api, getUserPnl, { params: { wallet: required(subject, 'wallet') } }),
      member,
    }),
    sql: (subject) => sql.replaceAll('$WALLET', required(subject, 'wallet')),
    async read(api, subject, signal) {
      const wallet = required(subject, 'wallet')
      const [pnl, events, version] = await Promise.all([
        api(throwing(getUserPnl), { params: { wallet } }, { signal }),
        behind === 'listings'
          ? readEvents(api, { walletAddress: wallet }, 'listing', signal)
          : readLots(api, wallet, behind, signal),
        readLedgerVersion(api, signal),
      ])
      return { value: value(pnl), inputs: inputs(pnl), events, version }
    },
  }
}

const SHOWN = 8

async function readLots(
  api: ApiClient,
  wallet: string,
  { state, cost }: { readonly state: 'all' | 'held' | 'sold'; readonly cost: 'any' | 'known' },
  signal: AbortSignal,
): Promise<readonly MetricEvent[]> {
  const { data } = await api(listUserLots, { params: { wallet }, query: { state, cost, take: SHOWN } }, { signal })
  return data.map((lot) => toEvent(lot))
}

function toEvent(lot: Lot): MetricEvent {
  const last = lot.released ?? lot.acquired
  const name = lot.tokenName ?? lot.tokenDataId.slice(-6)
  return {
    text: `${lot.released === null ? 'Acquired' : 'Sold'}: ${name}`,
    version: last.version,
    atMicros: last.atMicros,
    value: lot.released === null ? { octas: lot.cost } : { octas: lot.gain },
  }
}
