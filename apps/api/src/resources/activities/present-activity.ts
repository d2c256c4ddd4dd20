import { ACTIVITY_KINDS, ACTIVITY_TITLES, type Activity, type ActivityKind } from '@opal/contract/activities'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import type { ActivityRow } from '@opal/store/queries/activity/activities'
import type { ActivityTexts } from '@opal/store/queries/activity/activity-walk'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import { NO_PREVIEW } from '../../cache/token-preview-cache.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { presentWalletOrNull, serializeWallet } from '../names/wallet-names.ts'

/** Kinds in which the acting wallet wants a token: it stands as buyer. */
const BIDS: ReadonlySet<string> = new Set(['token-bid', 'cancel-token-bid', 'collection-bid', 'cancel-collection-bid'])

/** Returns the seller and the buyer; null where the kind has none, as for bids and mints. */
export function sidesOf<Side>(
  kind: string,
  from: Side | null,
  to: Side | null,
): { seller: Side | null; buyer: Side | null } {
  if (BIDS.has(kind)) return { seller: null, buyer: from ?? to }
  return kind === 'mint' ? { seller: null, buyer: to ?? from } : { seller: from, buyer: to }
}

/** One activity as lists show it. @param contracts addresses that hold code, not users. */
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

/** Shared by the activities of a page. */
export interface ActivitySerializerContext {
  /** The one that they happened in; null where that is not known. */
  readonly collection: CollectionFacts | null
  readonly names: ReadonlyMap<string, string>
  /** Members `tokenName` and `tokenImage` of the tokens. */
  readonly tokenPreviews: ReadonlyMap<string, string>
  readonly contracts: ReadonlySet<string>
}

/** Writes activities of one collection as JSON, as `presentActivity` shows them. */
export function activitySerializer({
  collection,
  names,
  tokenPreviews,
  contracts,
}: ActivitySerializerContext): (row: ActivityTexts) => string {
  const ofCollection = collectionText(collection)
  const faceOfCollection = `"tokenName":null,"tokenImage":${JSON.stringify(collection?.image ?? null)}`
  const wallet = (address: string | null) =>
    address === null ? 'null' : serializeWallet(address, names.get(address) ?? null, contracts)
  return (row) => {
    const [version, index, kind, marketplace, collectionId, tokenDataId, from, to, ...others] = row
    const [price, amount, orderId, at, hash] = others
    const { seller, buyer } = sidesOf(kind, from || null, to || null)
    const ofNoToken = collectionId === '' ? NO_PREVIEW : faceOfCollection
    const face = tokenDataId === '' ? ofNoToken : (tokenPreviews.get(tokenDataId) ?? NO_PREVIEW)
    return (
      `{"id":"${version}-${index}","version":"${version}","eventIndex":${index},${KIND_TEXTS.get(kind) ?? ''},` +
      `"marketplace":${quoted(marketplace)},"price":${quoted(price)},"amount":${quoted(amount)},"buyer":${wallet(buyer)},"seller":${wallet(seller)},` +
      `"from":${quoted(from)},"to":${quoted(to)},"tokenDataId":${quoted(tokenDataId)},${face},` +
      `${collectionId === '' ? NO_COLLECTION : ofCollection},"offerOrListingId":${orderId || 'null'},` +
      `"atMicros":"${at}","transactionHash":${quoted(hash)}}`
    )
  }
}

const KIND_TEXTS: ReadonlyMap<string, string> = new Map(
  ACTIVITY_KINDS.map((kind) => [
    kind,
    JSON.stringify({ kind, activityType: { title: ACTIVITY_TITLES[kind] } }).slice(1, -1),
  ]),
)

/** Nothing that has to be escaped stands in it. */
function quoted(text: string): string {
  return text === '' ? 'null' : `"${text}"`
}

const NO_COLLECTION = collectionText(null)

function collectionText(collection: CollectionFacts | null): string {
  const { collectionId = null, name = null, tokenStandard = null } = collection ?? {}
  const slug = name === null || collectionId === null ? null : toCollectionSlug(name, collectionId)
  return JSON.stringify({ collectionId, collectionName: name, collectionSlug: slug, tokenStandard }).slice(1, -1)
}
