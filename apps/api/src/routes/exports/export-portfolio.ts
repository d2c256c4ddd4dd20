import { exportPortfolio, portfolioExportRow } from '@opal/contract/exports'
import { readWalletHoldings, type WalletHolding } from '@opal/store/queries/portfolio/portfolio'
import { exportFile } from '../../exports/export-file.ts'
import { presentHolding } from '../../exports/present-rows.ts'
import { defineRoute } from '../../http/route.ts'

export const exportPortfolioRoute = defineRoute(exportPortfolio, ({ store }, { params, query }) =>
  exportFile({
    format: query.format,
    name: 'portfolio',
    wallet: params.wallet,
    columns: portfolioExportRow.keyof().options,
    readPage: (take, after: WalletHolding | undefined) => readWalletHoldings(store, params.wallet, { take, after }),
    present: presentHolding,
  }),
)
