import { ACTIVITY_KINDS, ACTIVITY_TITLES } from '@opal/contract/activities'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import type { ActivityTexts } from '@opal/store/queries/activity/activity-walk'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import { NO_FACE } from '../kept/kept-faces.ts'
import { sidesOf } from './present-activity.ts'
import { walletText } from './wallet-text.ts'

/** What a page of activities shares. */
export interface ActivityWriting {
  /** The one that they happened in; null where that is not known. */
  readonly collection: CollectionFacts | null
  readonly names: ReadonlyMap<string, string>
  /** Members `tokenName` and `tokenImage` of the tokens. */
  readonly faces: ReadonlyMap<string, string>
  readonly contracts: ReadonlySet<string>
}

/** Writes activities of one collection as JSON, as `presentActivity` shows them. */
export function activityWriter({
  collection,
  names,
  faces,
  contracts,
}: ActivityWriting): (row: ActivityTexts) => string {
  const ofCollection = collectionText(collection)
  const faceOfCollection = `"tokenName":null,"tokenImage":${JSON.stringify(collection?.image ?? null)}`
  const wallet = (address: string | null) =>
    address === null ? 'null' : walletText(address, names.get(address) ?? null, contracts)
  return (row) => {
    const [version, index, kind, marketplace, collectionId, tokenDataId, from, to, ...others] = row
    const [price, amount, orderId, at, hash] = others
    const { seller, buyer } = sidesOf(kind, from || null, to || null)
    const ofNoToken = collectionId === '' ? NO_FACE : faceOfCollection
    const face = tokenDataId === '' ? ofNoToken : (faces.get(tokenDataId) ?? NO_FACE)
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
