import type { Activity } from '@opal/contract/activities'
import { ACTIVITY_TITLES, KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import type { ActivityRow } from '@opal/store/queries/activity/activities'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { presentWalletOrNull } from '../names/wallet-names.ts'

/** Kinds in which the acting wallet wants a token and is the buyer. */
const BIDS: ReadonlySet<string> = new Set(KINDS_OF_TYPE.bid)

/** Returns the seller and the buyer; null where the kind has none, as for bids and mints. */
function sidesOf<Side>(kind: string, from: Side | null, to: Side | null): { seller: Side | null; buyer: Side | null } {
  if (BIDS.has(kind)) return { seller: null, buyer: from ?? to }
  return kind === 'mint' ? { seller: null, buyer: to ?? from } : { seller: from, buyer: to }
}

/** Returns one activity as lists show it. @param contracts addresses that hold code, not users. */
export function presentActivity(row: ActivityRow, contracts: ReadonlySet<string>): Activity {
  const walletNames = { contracts, names: namesOf(row) }
  const kind = row.kind as ActivityKind
  const { seller, buyer } = sidesOf(kind, row.fromAddress, row.toAddress)
  return {
    id: `${row.version}-${row.eventIndex}`,
    version: toText(row.version),
    eventIndex: row.eventIndex,
    kind,
    activityType: { title: ACTIVITY_TITLES[kind] },
    marketplace: row.marketplace,
    price: toTextOrNull(row.priceOctas),
    amount: toTextOrNull(row.amount),
    buyer: presentWalletOrNull(buyer, walletNames),
    seller: presentWalletOrNull(seller, walletNames),
    from: row.fromAddress,
    to: row.toAddress,
    tokenDataId: row.tokenDataId,
    tokenName: row.tokenName,
    tokenImage: row.tokenImage,
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    collectionSlug:
      row.collectionName === null || row.collectionId === null
        ? null
        : toCollectionSlug(row.collectionName, row.collectionId),
    tokenStandard: row.tokenStandard,
    offerOrListingId: row.orderId,
    atMicros: toText(row.atMicros),
    transactionHash: row.transactionHash,
  }
}

function namesOf({ fromAddress, fromName, toAddress, toName }: ActivityRow): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  if (fromAddress !== null && fromName !== null) names.set(fromAddress, fromName)
  if (toAddress !== null && toName !== null) names.set(toAddress, toName)
  return names
}
