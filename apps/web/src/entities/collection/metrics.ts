/** Every metric that can be explained, by area. Their definitions are in `features/metric-details`. */
export const METRIC_IDS = [
  'collection.floor',
  'collection.top-bid',
  'collection.volume',
  'collection.volume-1d',
  'collection.volume-7d',
  'collection.volume-30d',
  'collection.change-1d',
  'collection.change-7d',
  'collection.market-cap',
  'collection.listed',
  'collection.owners',
  'collection.supply',
  'bids.size',
  'bids.value',
  'bids.spread',
  'analytics.history',
  'analytics.sales',
  'analytics.listings',
  'analytics.bids',
  'analytics.holders',
  'analytics.holding-times',
  'mint.minted',
  'mint.price',
  'mint.minters',
  'mint.today',
  'token.price',
  'token.top-bid',
  'token.last-sale',
  'token.rarity',
  'portfolio.items',
  'portfolio.listed',
  'portfolio.estimate',
  'portfolio.cost',
  'portfolio.realised',
  'portfolio.unrealised',
  'rewards.total',
  'rewards.buying',
  'rewards.listing',
  'rewards.bidding',
  'rewards.loyalty',
] as const
export type MetricId = (typeof METRIC_IDS)[number]

/** The subject of a metric; a metric uses the members that its area needs. */
export interface MetricSubject {
  readonly collectionId?: string
  readonly tokenDataId?: string
  readonly wallet?: string
  /** The window of a chart, or the period of points, such as `7d`. */
  readonly window?: string
  /** The name that people know the subject by. */
  readonly name: string
}

/** A metric to be explained, and its subject. */
export interface MetricRequest {
  readonly metric: MetricId
  readonly subject: MetricSubject
}
