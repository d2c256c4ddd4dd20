import type { ImageFacts } from '@opal/contract/shapes/image-facts'
import { toCollectionSlug } from '@opal/domain/collection-slug'
import type { CardRow, PassingFacts } from '@opal/store/read/card-rows'
import type { SharedFacts } from '@opal/store/read/shared-facts-sql'
import { presentTopBid } from './present-token.ts'

/** What cards are completed with. */
export interface CardContext {
  readonly collection: SharedFacts
  /** Addresses that hold code, not people. */
  readonly contracts: ReadonlySet<string>
  readonly nowMicros: bigint
}

/** Completes cards of one collection; what they share is written once. Gives the members of a JSON object, without its braces. */
export function cardWriter({ collection, contracts, nowMicros }: CardContext): (row: CardRow) => string | null {
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
  const collectionBid = JSON.stringify(presentTopBid({ topTokenBid: null, topCollectionBid: bid }))
  return (row) => {
    if (row.card === null) return null
    const passing = row.passing === null ? NOTHING : (JSON.parse(row.passing) as PassingFacts)
    // Which offer is the best then, the card does not say.
    if (hasRunOut(passing.bid, nowMicros)) return null
    const topBid =
      passing.bid === null
        ? collectionBid
        : JSON.stringify(presentTopBid({ topTokenBid: { ...passing.bid, remaining: '1' }, topCollectionBid: bid }))
    const owner = ownerText(row.holder, passing, contracts, nowMicros)
    return `"name":${row.name},"image":${row.image},${row.card},"owner":${owner},"topBid":${topBid},${shared}`
  }
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
  const name = names.find(({ untilMicros }) => BigInt(untilMicros) > nowMicros)?.name ?? null
  return `{"walletAddress":"${holder}","aptosName":${JSON.stringify(name)},"isWalletAddress":${!contracts.has(holder)}}`
}
