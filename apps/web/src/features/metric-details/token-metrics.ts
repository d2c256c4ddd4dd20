import { endpointUrl } from '@opal/contract/client'
import type { ActivityType } from '@opal/contract/constants/activity-kinds'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import { tokenPath } from '../../app/paths.ts'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { traitValueLabel } from '../../entities/token/trait-value-label.ts'
import { formatCount } from '../../shared/format/number.ts'
import {
  defineMetrics,
  type MetricInput,
  type MetricSource,
  type MetricValue,
  type MetricWords,
  readEvents,
  readLedgerVersion,
  required,
} from './metric-definition.ts'

type TokenMetricId = Extract<MetricId, `token.${string}`>

interface Spec extends MetricWords {
  /** Path within the answer. */
  readonly member: string
  readonly events: ActivityType
  readonly value: (token: TokenDetail) => MetricValue
  readonly inputs: (token: TokenDetail) => readonly MetricInput[]
  /** With `$TOKEN` and `$ID` for the token and its collection. */
  readonly sql: string
}

const octas = (value: string | null | undefined): MetricValue => ({ octas: value ?? null })
const textValue = (text: string): MetricValue => ({ text })
const best = (prices: readonly string[]): string | null =>
  prices.reduce<string | null>((most, price) => (most === null || BigInt(price) > BigInt(most) ? price : most), null)

const SPECS: Readonly<Record<TokenMetricId, Spec>> = {
  'token.price': {
    name: 'Price',
    meaning: 'The cheapest live listing of this token, on any open marketplace.',
    formula: 'min(price) over the token’s live listings',
    member: 'listedPrice',
    events: 'listing',
    value: (token) => octas(token.listedPrice),
    inputs: (token) => [
      { name: 'Open listings', value: textValue(formatCount(token.listings.length)) },
      { name: 'Floor of the collection', value: octas(token.collectionFloorPrice) },
    ],
    sql: "select min(price) from public_api.listings\nwhere token_data_id = '$TOKEN' and is_live;",
  },
  'token.top-bid': {
    name: 'Top bid',
    meaning:
      'The best live bid the owner could accept: on this token, or on its collection. The page leaves out your own bids; this metric includes them.',
    formula: 'max(best bid on the token, best collection bid)',
    member: 'topBid.price',
    events: 'bid',
    value: (token) => octas(token.topBid?.price),
    inputs: (token) => [
      { name: 'Best bid on this token', value: octas(best(token.tokenOffers.map(({ price }) => price))) },
      {
        name: 'Best collection bid',
        value: octas(best(token.collectionOffers.map(({ price }) => price))),
      },
    ],
    sql: `select max(price) from (
  select price, expiration_time from public_api.token_offers where token_data_id = '$TOKEN' and is_live
  union all
  select price, expiration_time from public_api.collection_offers where collection_id = '$ID' and is_live
) offers
where expiration_time is null or expiration_time > extract(epoch from now());`,
  },
  'token.last-sale': {
    name: 'Last sale',
    meaning: 'Price of this token’s last sale, wash trades left out.',
    formula: 'price of the newest sale that is no wash trade',
    member: 'lastSalePrice',
    events: 'sales',
    value: (token) => octas(token.lastSalePrice),
    inputs: () => [],
    sql: "select price from public_api.sales\nwhere token_data_id = '$TOKEN' and not is_wash\norder by sold_at desc, version desc, event_index desc limit 1;",
  },
  'token.rarity': {
    name: 'Rarity rank',
    meaning: 'Rank by OpenRarity score: the rarer the traits, the better the rank. Ties share a rank.',
    formula: 'score = Σ −log₂(share of the trait’s value), divided by the collection’s expected score; rank by score',
    member: 'rarity',
    events: 'mint',
    value: (token) => textValue(token.rarity === null ? 'not ranked' : `#${formatCount(token.rarity)}`),
    inputs: (token) => [
      { name: 'Supply', value: textValue(formatCount(token.collectionSupply)) },
      ...token.attributes.map(({ trait_type, value, count }) => ({
        name: trait_type,
        value: textValue(
          count === null
            ? traitValueLabel(value)
            : `${traitValueLabel(value)}: ${formatCount(count)} of ${formatCount(token.collectionSupply)}`,
        ),
      })),
    ],
    sql: "select rank, score from market.token_rarity\nwhere token_data_id = '$TOKEN';",
  },
}

/** Metrics of a token's page. */
export const TOKEN_METRICS = defineMetrics(SPECS, sourceOf)

function sourceOf({ member, events, value, inputs, sql }: Spec): MetricSource {
  return {
    eventsPath: (subject) => tokenPath(required(subject, 'collectionId'), required(subject, 'tokenDataId')),
    call: (api, subject) => ({
      url: endpointUrl(api, getToken, { params: { id: required(subject, 'tokenDataId') } }),
      member,
    }),
    sql: (subject) =>
      sql.replaceAll('$TOKEN', required(subject, 'tokenDataId')).replaceAll('$ID', required(subject, 'collectionId')),
    async read(api, subject, signal) {
      const tokenDataId = required(subject, 'tokenDataId')
      const [token, newest, version] = await Promise.all([
        api(getToken, { params: { id: tokenDataId } }, { signal }),
        readEvents(api, { tokenDataId }, events, signal),
        readLedgerVersion(api, signal),
      ])
      return { value: value(token), inputs: inputs(token), events: newest, version }
    },
  }
}
