import { endpointUrl } from '@opal/contract/client'
import { countUserListings } from '@opal/contract/portfolio'
import { getUserRewards, listUserRewards, type RewardsEntry, type UserRewards } from '@opal/contract/rewards'
import { EARNING_VOLUME_OCTAS } from '@opal/domain/rewards/season-points'
import type { MetricId, MetricSubject } from '../../entities/collection/metrics.ts'
import { formatCounted } from '../../shared/format/number.ts'
import { formatPoints } from '../../shared/format/points.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import {
  defineMetrics,
  type MetricEvent,
  type MetricInput,
  type MetricSource,
  type MetricValue,
  type MetricWords,
  readLedgerVersion,
  required,
} from './metric-definition.ts'

type RewardsMetricId = Extract<MetricId, `rewards.${string}`>

const points = (value: number): MetricValue => ({ text: `${formatPoints(value)} points` })

interface Spec extends MetricWords {
  readonly member: keyof UserRewards
  readonly value: (rewards: UserRewards) => MetricValue
  /** Of the ledger; null for all of it. */
  readonly rule: 'buying' | 'listing' | 'bidding' | null
  /** With `$WALLET`. */
  sql(period: Period | null): string
}

/** Periods that are shorter than the season. */
const PERIODS = {
  '1d': { hours: 24, label: 'Last 24 hours' },
  '7d': { hours: 7 * 24, label: 'Last 7 days' },
  '30d': { hours: 30 * 24, label: 'Last 30 days' },
} as const
type Period = keyof typeof PERIODS

/** Returns the period of the points that are explained; null for the whole season. */
function periodOf({ window }: MetricSubject): Period | null {
  return window !== undefined && Object.hasOwn(PERIODS, window) ? (window as Period) : null
}

/** Number of a row's hours that count: those of the period that have ended. A purchase counts as one hour. */
const hoursSql = (period: Period | null) =>
  period === null
    ? `case when rule = 'buying' then 1 else greatest(0,
    (least(coalesce(last_hour_micros, h.last), h.last) - first_hour_micros) / 3600000000 + 1) end`
    : `case when rule = 'buying' then (first_hour_micros >= h.first)::int else greatest(0,
    (least(coalesce(last_hour_micros, h.last), h.last) - greatest(first_hour_micros, h.first)) / 3600000000 + 1) end`
const boundsSql = (period: Period | null) =>
  period === null
    ? '(select (floor(extract(epoch from now()) / 3600) - 1)::bigint * 3600000000 as last) h'
    : `(select (floor(extract(epoch from now()) / 3600) - 1)::bigint * 3600000000 as last,
  (floor(extract(epoch from now()) / 3600) - ${PERIODS[period].hours})::bigint * 3600000000 as first) h`
const EARNING = `(rule = 'buying' or collection_id in (
    select s.collection_id from public_api.sales s where not s.is_wash
    group by s.collection_id having sum(s.price) >= ${EARNING_VOLUME_OCTAS}))`
const LISTS_ELSEWHERE = `exists (
    select 1 from public_api.listings l left join market.marketplaces m using (marketplace)
    join market.token_holders t on t.token_data_id = l.token_data_id and t.holder = l.seller
    where l.seller = '$WALLET' and not l.is_deleted and m.is_native is not true)`
const sumOf =
  (rule: string, scale = '') =>
  (period: Period | null) =>
    `select sum(points_micros * ${hoursSql(period)}) / 1000000${scale}
from market.points_ledger, ${boundsSql(period)}
where wallet = '$WALLET'${rule} and ${EARNING};`

const SPECS: Readonly<Record<RewardsMetricId, Spec>> = {
  'rewards.total': {
    name: 'Points',
    meaning: 'Buying + listing + bidding, scaled by the wallet’s loyalty.',
    formula: '(buying + listing + bidding) × (0.5 + 0.5 × loyalty ÷ 100)',
    member: 'total',
    value: (rewards) => points(rewards.total),
    rule: null,
    sql: sumOf('', ` * case when ${LISTS_ELSEWHERE} then 0.5 else 1 end`),
  },
  'rewards.buying': {
    name: 'Buying points',
    meaning: 'Earned once for each purchase. Trading with yourself earns nothing.',
    formula: '100 × APT paid on our own marketplace, 25 × APT paid on another',
    member: 'buyingPoints',
    value: (rewards) => points(rewards.buyingPoints),
    rule: 'buying',
    sql: sumOf(" and rule = 'buying'"),
  },
  'rewards.listing': {
    name: 'Listing points',
    meaning: 'Earned every hour by a live listing on our own marketplace. The closer to the floor, the more points.',
    formula: '10 × max(0, 1 − (price ÷ floor − 1) ÷ 0.25) for each hour',
    member: 'listingPoints',
    value: (rewards) => points(rewards.listingPoints),
    rule: 'listing',
    sql: sumOf(" and rule = 'listing'"),
  },
  'rewards.bidding': {
    name: 'Bidding points',
    meaning:
      'Earned every hour by a live collection bid on our own marketplace. The closer to the floor, the more points.',
    formula: '10 × max(0, 1 − (1 − price ÷ floor) ÷ 0.25) × log₂(1 + items, 100 at most) for each hour',
    member: 'biddingPoints',
    value: (rewards) => points(rewards.biddingPoints),
    rule: 'bidding',
    sql: sumOf(" and rule = 'bidding'"),
  },
  'rewards.loyalty': {
    name: 'Loyalty',
    meaning: '100 while everything the wallet lists is listed with us, or it lists nothing; otherwise 0.',
    formula: 'listings elsewhere = 0 ? 100 : 0',
    member: 'loyaltyPercent',
    value: (rewards) => ({ text: `${rewards.loyaltyPercent}%` }),
    rule: null,
    sql: () => `select case when ${LISTS_ELSEWHERE} then 0 else 100 end;`,
  },
}

/** Metrics of season 1. */
export const REWARDS_METRICS = defineMetrics(SPECS, sourceOf)

const LEDGER_PAGE = 50
const SHOWN = 8

function sourceOf({ member, value, rule, sql }: Spec): MetricSource {
  return {
    // The page shows a wallet its own history alone.
    eventsPath: (subject, viewer) =>
      subject.wallet === viewer ? `/airdrop?${new URLSearchParams({ tab: 'ledger', ...inPeriod(subject) })}` : null,
    call: (api, subject) => ({
      url: endpointUrl(api, getUserRewards, {
        params: { walletAddress: required(subject, 'wallet') },
        query: inPeriod(subject),
      }),
      member,
    }),
    sql: (subject) => sql(periodOf(subject)).replaceAll('$WALLET', required(subject, 'wallet')),
    async read(api, subject, signal) {
      const walletAddress = required(subject, 'wallet')
      const [rewards, ledger, listings, version] = await Promise.all([
        api(getUserRewards, { params: { walletAddress }, query: inPeriod(subject) }, { signal }),
        api(
          listUserRewards,
          { params: { walletAddress }, query: { take: LEDGER_PAGE, ...inPeriod(subject) } },
          { signal },
        ),
        api(throwing(countUserListings), { params: { wallet: walletAddress } }, { signal }),
        readLedgerVersion(api, signal),
      ])
      const rows = ledger.data.filter((row) => rule === null || row.rule === rule).slice(0, SHOWN)
      return {
        value: value(rewards),
        inputs: [
          // Loyalty is a current value, without a period.
          ...(member === 'loyaltyPercent' ? [] : [periodInput(periodOf(subject))]),
          ...pointInputs(rewards),
          ...listings.data.map(({ marketplace, listedCount }) => ({
            name: 'Listings on',
            marketplace,
            value: { text: String(listedCount) },
          })),
        ],
        events: rows.map(toEvent),
        version,
      }
    },
  }
}

function periodInput(period: Period | null): MetricInput {
  return { name: 'Period', value: { text: period === null ? 'Season 1' : PERIODS[period].label } }
}

function pointInputs(rewards: UserRewards): readonly MetricInput[] {
  return [
    { name: 'Buying', value: points(rewards.buyingPoints) },
    { name: 'Listing', value: points(rewards.listingPoints) },
    { name: 'Bidding', value: points(rewards.biddingPoints) },
    { name: 'Loyalty', value: { text: `${rewards.loyaltyPercent}%` } },
  ]
}

function toEvent({ rule, hours, version, fromMicros, points: earned }: RewardsEntry): MetricEvent {
  // A purchase earns once, not by the hour.
  const text = rule === 'buying' ? RULES.buying : `${RULES[rule]}, ${formatCounted(hours, 'hour')}`
  return { text, version, atMicros: fromMicros, value: points(earned) }
}

/** Returns the query member of a period; none for the whole season. */
function inPeriod(subject: MetricSubject): { readonly interval?: Period } {
  const interval = periodOf(subject)
  return interval === null ? {} : { interval }
}

const RULES = { buying: 'Purchase', listing: 'Listing', bidding: 'Collection bid' } as const
