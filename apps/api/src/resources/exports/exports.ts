import {
  activityExportRow,
  exportActivity,
  exportPnl,
  exportPortfolio,
  pnlExportRow,
  portfolioExportRow,
} from '@opal/contract/portfolio/exports'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { type ActivityRow, readActivities } from '@opal/store/queries/activity/activities'
import { readWalletLots, type WalletLot } from '@opal/store/queries/portfolio/lots'
import { readWalletHoldings, type WalletHolding } from '@opal/store/queries/portfolio/portfolio'
import { defineFileRoute } from '../../http/routes/route.ts'
import { exportFile } from './export-file.ts'
import { presentActivityRow, presentHolding, presentLot } from './present-rows.ts'

export const exportPortfolioRoute = defineFileRoute(exportPortfolio, ({ store }, { params, query, client, leaving }) =>
  exportFile({
    format: query.format,
    name: 'portfolio',
    wallet: params.wallet,
    reader: { client, leaving },
    row: portfolioExportRow,
    readPage: (take, after: WalletHolding | undefined) => readWalletHoldings(store, params.wallet, { take, after }),
    present: presentHolding,
  }),
)

export const exportActivityRoute = defineFileRoute(
  exportActivity,
  ({ store, nowMicros }, { params: { wallet }, query, client, leaving }) => {
    const until = query.untilMicros === undefined ? {} : { untilMicros: BigInt(query.untilMicros) }
    return exportFile({
      format: query.format,
      name: 'activity',
      wallet,
      reader: { client, leaving },
      row: activityExportRow,
      readPage: (take, after: ActivityRow | undefined) =>
        readActivities(store, { kinds: ACTIVITY_KINDS, wallet, ...until, take, ...(after && { after }) }, nowMicros()),
      present: presentActivityRow,
    })
  },
)

export const exportPnlRoute = defineFileRoute(exportPnl, ({ store }, { params, query, client, leaving }) =>
  exportFile({
    format: query.format,
    name: 'pnl',
    wallet: params.wallet,
    reader: { client, leaving },
    row: pnlExportRow,
    readPage: (take, after: WalletLot | undefined) => readWalletLots(store, params.wallet, { take, after }),
    present: presentLot,
  }),
)
