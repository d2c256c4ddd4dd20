import type { Lot } from '@opal/contract/pnl'
import type { NewestLot } from '@opal/store/queries/portfolio/lots'
import { toText, toTextOrNull } from './text.ts'

/** A lot as the contract shows it: realised gain where it was sold, unrealised while it is held. */
export function presentLot(row: NewestLot): Lot {
  return {
    id: `${row.tokenDataId}-${row.propertyVersion}-${row.acquiredVersion}-${row.lotIndex}`,
    tokenDataId: row.tokenDataId,
    tokenName: row.tokenName,
    tokenImage: row.tokenImage,
    propertyVersion: toText(row.propertyVersion),
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    amount: toText(row.amount),
    acquired: {
      by: row.acquiredBy,
      version: toText(row.acquiredVersion),
      atMicros: toText(row.acquiredAtMicros),
      transactionHash: row.acquiredHash,
    },
    cost: toTextOrNull(row.costOctas),
    released: releaseOf(row),
    proceeds: toTextOrNull(row.proceedsOctas),
    estimate: toTextOrNull(row.estimateOctas),
    gain: toTextOrNull(gainOf(row)),
  }
}

function releaseOf(row: NewestLot): Lot['released'] {
  if (row.releasedVersion === null || row.releasedAtMicros === null || row.releasedBy === null) return null
  return {
    by: row.releasedBy,
    version: toText(row.releasedVersion),
    atMicros: toText(row.releasedAtMicros),
    transactionHash: row.releasedHash,
  }
}

function gainOf({ costOctas, proceedsOctas, estimateOctas, releasedVersion }: NewestLot): bigint | null {
  const worth = releasedVersion === null ? estimateOctas : proceedsOctas
  return costOctas === null || worth === null ? null : worth - costOctas
}
