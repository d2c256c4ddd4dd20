import type { ActivityExportRow, PnlExportRow, PortfolioExportRow } from '@opal/contract/portfolio/exports'
import { formatUnits } from '@opal/domain/text/decimal'
import { formatMicros } from '@opal/domain/time'
import type { ActivityRow } from '@opal/store/queries/activity/activities'
import type { WalletLot } from '@opal/store/queries/portfolio/lots'
import type { WalletHolding } from '@opal/store/queries/portfolio/portfolio'
import { toText, toTextOrNull } from '../../wire-values.ts'

/** Returns a holding as a row of the portfolio's file. */
export function presentHolding(row: WalletHolding): PortfolioExportRow {
  const estimate = row.estimateOctas ?? 0n
  return {
    ...presentToken(row),
    amount: toText(row.amount),
    costOctas: toTextOrNull(row.costOctas),
    costApt: aptDecimalOrNull(row.costOctas),
    unknownCostCount: toText(row.unknownCostCount),
    acquiredAt: isoTimeOrNull(row.acquiredAtMicros),
    floorOctas: toTextOrNull(row.floorOctas),
    topBidOctas: toTextOrNull(row.topBidOctas),
    estimateOctas: toText(estimate),
    estimateApt: aptDecimal(estimate),
    listedOctas: toTextOrNull(row.listedOctas),
    listedApt: aptDecimalOrNull(row.listedOctas),
  }
}

/** Returns an activity as a row of its file. */
export function presentActivityRow(row: ActivityRow): ActivityExportRow {
  return {
    at: formatTime(row.atMicros),
    version: toText(row.version),
    eventIndex: String(row.eventIndex),
    transactionHash: row.transactionHash,
    kind: row.kind,
    marketplace: row.marketplace,
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    tokenDataId: row.tokenDataId,
    tokenName: row.tokenName,
    from: row.fromAddress,
    to: row.toAddress,
    priceOctas: toTextOrNull(row.priceOctas),
    priceApt: aptDecimalOrNull(row.priceOctas),
    amount: toTextOrNull(row.amount),
    offerOrListingId: row.orderId,
  }
}

/** Returns a lot as a row of the P&L's file. */
export function presentLot(row: WalletLot): PnlExportRow {
  const { costOctas, proceedsOctas } = row
  const gain = costOctas === null || proceedsOctas === null || row.isInTransit ? null : proceedsOctas - costOctas
  return {
    ...presentToken(row),
    amount: toText(row.amount),
    acquiredBy: row.acquiredBy,
    acquiredAt: formatTime(row.acquiredAtMicros),
    acquiredVersion: toText(row.acquiredVersion),
    acquiredTransactionHash: row.acquiredHash,
    costOctas: toTextOrNull(costOctas),
    costApt: aptDecimalOrNull(costOctas),
    releasedBy: row.releasedBy,
    releasedAt: isoTimeOrNull(row.releasedAtMicros),
    releasedVersion: toTextOrNull(row.releasedVersion),
    releasedTransactionHash: row.releasedHash,
    proceedsOctas: toTextOrNull(proceedsOctas),
    proceedsApt: aptDecimalOrNull(proceedsOctas),
    gainOctas: toTextOrNull(gain),
    gainApt: aptDecimalOrNull(gain),
    isInTransit: row.isInTransit,
  }
}

function presentToken(row: WalletHolding | WalletLot) {
  return {
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    tokenDataId: row.tokenDataId,
    tokenName: row.tokenName,
    propertyVersion: toText(row.propertyVersion),
  }
}

/** Formats octas as APT with all eight decimals, e.g. `-0.00000001`; exact for any amount. */
export function aptDecimal(octas: bigint): string {
  return formatUnits(octas, 8, { keepZeros: true })
}

/** The same, null where there is none. */
function aptDecimalOrNull(octas: bigint | null): string | null {
  return octas === null ? null : aptDecimal(octas)
}

/** Returns chain time as users and spreadsheets read it, UTC. */
function formatTime(micros: bigint): string {
  return `${formatMicros(micros)}Z`
}

/** The same, null where there is none. */
function isoTimeOrNull(micros: bigint | null): string | null {
  return micros === null ? null : formatTime(micros)
}
