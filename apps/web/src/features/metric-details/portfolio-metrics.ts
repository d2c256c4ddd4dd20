import { type ApiClient, endpointUrl } from '@opal/contract/client'
import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { getUserPnl, type Lot, listUserLots } from '@opal/contract/portfolio/pnl'
import { walletPath } from '../../app/paths.ts'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { formatCount } from '../../shared/format/number.ts'
import {
  defineMetrics,
  type MetricDefinition,
  type MetricEvent,
  type MetricInput,
  type MetricValue,
  readEvents,
  readLedgerVersion,
  required,
} from './metric-definition.ts'

type PortfolioMetricId = Extract<MetricId, `portfolio.${string}`>

interface Spec {
  readonly name: string
  readonly meaning: string
  readonly formula: string
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

/** The estimate of the items `l.held` of a collection `c`. @source docs/product/portfolio-and-pnl.md#estimate */
const ESTIMATE_SQL = `least(l.held, 1000 * (c.all_time_sales + 1)) * greatest(c.top_bid,
  case when c.floor_price > 0 and c.last_sale > 0 then least(c.floor_price, 5 * greatest(c.last_sale, c.top_bid)) end, 0)`
const ESTIMATE_FORMULA = 'min(items, 1,000 × (sales + 1)) × max(min(floor, 5 × max(last sale, top bid)), top bid, 0)'

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
    meaning: 'The wallet’s listings that can be bought now.',
    formula: 'count of its live listings',
    member: 'listedCount',
    value: (pnl) => count(pnl.listedCount),
    inputs: () => [],
    behind: 'listings',
    sql: "select count(*) from public_api.listings\nwhere seller = '$WALLET' and is_live;",
  },
  'portfolio.estimate': {
    name: 'Est. value',
    meaning:
      'Estimated value of all items held, each at the higher of its collection’s floor and top bid. The floor counts for at most 5 times the last sale or top bid, and only after a sale. Of each collection 1,000 items count, and 1,000 more for each of its sales. It is before fees: a sale would cost royalty and marketplace fee.',
    formula: `Σ ${ESTIMATE_FORMULA} over the collections that are held`,
    member: 'estimatedPrice',
    value: (pnl) => octas(pnl.estimatedPrice),
    inputs: (pnl) => [
      { name: 'Items', value: count(pnl.totalCount) },
      { name: 'Est. value of items with cost', value: octas(pnl.knownCostEstimate) },
    ],
    behind: { state: 'held', cost: 'any' },
    sql: `select sum(${ESTIMATE_SQL})
from (
  select collection_id, sum(amount) as held from market.lots
  where wallet = '$WALLET' and released_version is null and not is_in_transit group by collection_id
) l left join public_api.collections c using (collection_id);`,
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
    formula: `Σ (${ESTIMATE_FORMULA} − cost) over the collections that are held, items of known cost alone`,
    member: 'unrealizedPNL',
    value: (pnl) => octas(pnl.unrealizedPNL),
    inputs: (pnl) => [
      { name: 'Est. value of items with cost', value: octas(pnl.knownCostEstimate) },
      { name: 'Cost basis', value: octas(pnl.costPrice) },
      unknown(pnl),
    ],
    behind: { state: 'held', cost: 'known' },
    sql: `select sum(${ESTIMATE_SQL} - l.cost)
from (
  select collection_id, sum(amount) as held, sum(cost_octas) as cost from market.lots
  where wallet = '$WALLET' and released_version is null and not is_in_transit and cost_octas is not null
  group by collection_id
) l left join public_api.collections c using (collection_id);`,
  },
}

/** Metrics of a portfolio's summary. */
export const PORTFOLIO_METRICS = defineMetrics(SPECS, define)

function define({ name, meaning, formula, member, value, inputs, behind, sql }: Spec): MetricDefinition {
  return {
    name,
    meaning,
    formula,
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
        api(getUserPnl, { params: { wallet } }, { signal }),
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
