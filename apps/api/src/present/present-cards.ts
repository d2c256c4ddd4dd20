import type { ImageFacts } from '@opal/contract/tokens'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import type { CardRow, PassingFacts } from '@opal/store/queries/tokens/token-list-items'
import { oncePer } from '../kept/once-per.ts'
import { presentTopBid } from './present-token.ts'
import { walletText } from './wallet-text.ts'

/** What cards are completed with. */
export interface CardContext {
  readonly collection: CollectionFacts
  /** Addresses that hold code, not people. */
  readonly contracts: ReadonlySet<string>
  readonly nowMicros: bigint
}

/** Completes cards of one collection; what they share is written once. Gives the members of a JSON object, without its braces. */
export function cardWriter({ collection, contracts, nowMicros }: CardContext): (row: CardRow) => string | null {
  const { shared, bid: collectionBid } = sharedTexts(collection)
  return (row) => {
    if (row.card === null) return null
    const passing = row.passing === null ? NOTHING : (JSON.parse(row.passing) as PassingFacts)
    // Which offer is the best then, the card does not say.
    if (hasRunOut(passing.bid, nowMicros)) return null
    const topBid =
      passing.bid === null
        ? collectionBid
        : topBidText({ topTokenBid: { ...passing.bid, remaining: '1' }, topCollectionBid: collection.bid })
    const owner = ownerText(row.holder, passing, contracts, nowMicros)
    return `${row.card},"owner":${owner},"topBid":${topBid},${shared}`
  }
}

interface SharedTexts {
  readonly shared: string
  readonly bid: string
}

/** Written once as long as the facts are kept. */
const sharedTexts = oncePer((collection: CollectionFacts): SharedTexts => {
  const { name, collectionId, bid } = collection
  const shared = JSON.stringify({
    collectionId,
    // A collection that was not seen yet goes by its id.
    collectionName: name ?? collectionId,
    collectionSlug: name === null ? collectionId : toCollectionSlug(name, collectionId),
    collectionImage: collection.image,
    collectionImageFacts: collection.imageFacts satisfies ImageFacts | null,
    creatorAddress: collection.creatorAddress,
    isVerified: collection.isVerified,
  }).slice(1, -1)
  return { shared, bid: topBidText({ topTokenBid: null, topCollectionBid: bid }) }
})

function topBidText(bids: Parameters<typeof presentTopBid>[0]): string {
  return JSON.stringify(presentTopBid(bids))
}

const NOTHING: PassingFacts = { names: [], bid: null }

function hasRunOut(bid: PassingFacts['bid'], nowMicros: bigint): boolean {
  return bid !== null && bid.untilSeconds !== null && BigInt(bid.untilSeconds) <= nowMicros / 1_000_000n
}

function ownerText(
  holder: string | null,
  { names }: PassingFacts,
  contracts: ReadonlySet<string>,
  nowMicros: bigint,
): string {
  if (holder === null) return 'null'
  return walletText(holder, names.find(({ untilMicros }) => BigInt(untilMicros) > nowMicros)?.name ?? null, contracts)
}
