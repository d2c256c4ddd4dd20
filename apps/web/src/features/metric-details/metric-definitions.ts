import type { MetricId } from '../../entities/collection/metrics.ts'
import { ANALYTICS_METRICS } from './analytics-metrics.ts'
import { BID_METRICS } from './bid-metrics.ts'
import { COLLECTION_METRICS } from './collection-metrics.ts'
import type { MetricDefinition } from './metric-definition.ts'
import { MINT_METRICS } from './mint-metrics.ts'
import { PORTFOLIO_METRICS } from './portfolio-metrics.ts'
import { REWARDS_METRICS } from './rewards-metrics.ts'
import { TOKEN_METRICS } from './token-metrics.ts'

/** Definitions of all metrics. */
export const METRIC_DEFINITIONS: Readonly<Record<MetricId, MetricDefinition>> = {
  ...COLLECTION_METRICS,
  ...BID_METRICS,
  ...ANALYTICS_METRICS,
  ...MINT_METRICS,
  ...TOKEN_METRICS,
  ...PORTFOLIO_METRICS,
  ...REWARDS_METRICS,
}
