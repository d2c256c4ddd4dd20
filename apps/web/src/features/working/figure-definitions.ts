import type { FigureId } from '../../lib/figures.ts'
import { ANALYTICS_FIGURES } from './analytics-figures.ts'
import { BID_FIGURES } from './bid-figures.ts'
import { COLLECTION_FIGURES } from './collection-figures.ts'
import type { FigureDefinition } from './figure-definition.ts'
import { MINT_FIGURES } from './mint-figures.ts'
import { PORTFOLIO_FIGURES } from './portfolio-figures.ts'
import { REWARDS_FIGURES } from './rewards-figures.ts'
import { TOKEN_FIGURES } from './token-figures.ts'

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
