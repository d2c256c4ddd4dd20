import { exportPnl, pnlExportRow } from '@opal/contract/exports'
import { readWalletLots, type WalletLot } from '@opal/store/queries/portfolio/lots'
import { exportFile } from '../../exports/export-file.ts'
import { presentLot } from '../../exports/present-rows.ts'
import { defineRoute } from '../../http/route.ts'

export const exportPnlRoute = defineRoute(exportPnl, ({ store }, { params, query }) =>
  exportFile({
    format: query.format,
    name: 'pnl',
    wallet: params.wallet,
    columns: pnlExportRow.keyof().options,
    readPage: (take, after: WalletLot | undefined) => readWalletLots(store, params.wallet, { take, after }),
    present: presentLot,
  }),
)
