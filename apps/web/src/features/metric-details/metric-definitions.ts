import type { FigureId } from '../../entities/collection/metrics.ts'
import { ANALYTICS_FIGURES } from './analytics-metrics.ts'
import { BID_FIGURES } from './bid-metrics.ts'
import { COLLECTION_FIGURES } from './collection-metrics.ts'
import type { FigureDefinition } from './metric-definition.ts'
import { MINT_FIGURES } from './mint-metrics.ts'
import { PORTFOLIO_FIGURES } from './portfolio-metrics.ts'
import { REWARDS_FIGURES } from './rewards-metrics.ts'
import { TOKEN_FIGURES } from './token-metrics.ts'

/** What every figure of the site means, in one place. */
export const FIGURE_DEFINITIONS: Readonly<Record<FigureId, FigureDefinition>> = {
  ...COLLECTION_FIGURES,
  ...BID_FIGURES,
  ...ANALYTICS_FIGURES,
  ...MINT_FIGURES,
  ...TOKEN_FIGURES,
  ...PORTFOLIO_FIGURES,
  ...REWARDS_FIGURES,
}
