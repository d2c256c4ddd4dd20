import type { LiveMessage } from '@opal/contract/shapes/live'
import { type Token, token, tokenDetail } from '@opal/contract/shapes/token'
import type * as z from 'zod'
import { type LoadTokenDetailContext, loadTokenDetail } from '../load/load-token-detail.ts'
import { loadTokens } from '../load/load-tokens.ts'
import { type KeptValues, keepValues } from './kept-values.ts'

/** A token as JSON, and how many changes of its collection had been heard of when it was made. */
interface Card {
  readonly text: string
  readonly collectionId: string
  readonly age: number
  /** Its metadata, picture and rank are known. */
  readonly isComplete: boolean
}

/** What the feed says that matters to tokens. */
export interface HeardChange {
  readonly collectionId: string | null
  readonly kind: LiveMessage['kind']
  readonly tokenDataId: string | null
}

/**
 * Tokens as JSON, as lists and as their own pages show them: checked and written once, then put together with others. A card
 * is dropped when the feed tells of its token, or of figures of its collection that it shows; what the feed does not tell of
 * (metadata, ranks, names, offers that run out) may be as old as a card's life.
 */
export interface TokenCards {
  /** Of each id its card, in order; unknown ids are left out. */
  list(ids: readonly string[]): Promise<readonly string[]>
  /** Null for an unknown token. */
  detail(id: string): Promise<string | null>
  hear(changes: readonly HeardChange[]): void
  forgetAll(): void
}

const MOST_CARDS = 60_000
const MOST_DETAILS = 8_000
const INCOMPLETE_MS = 1_000

/** @param lifeMs 0 keeps nothing. */
export function createTokenCards(context: LoadTokenDetailContext, lifeMs: number): TokenCards {
  const bids = new Map<string, number>()
  const figures = new Map<string, number>()
  // What is still to be fetched, measured or ranked may come at any moment.
  const lifeOf = ({ isComplete }: Card) => (isComplete ? lifeMs : INCOMPLETE_MS)
  const lists = keepValues({
    lifeMs,
    lifeOf,
    most: MOST_CARDS,
    make: async (ids) => {
      const before = new Map(bids)
      return cardsOf(await loadTokens(context, ids), token, before)
    },
  })
  const details = keepValues({
    lifeMs,
    lifeOf,
    most: MOST_DETAILS,
    make: async (ids) => {
      const before = new Map(figures)
      const loaded = await Promise.all(ids.map((id) => loadTokenDetail(context, id)))
      return cardsOf(
        loaded.filter((detail) => detail !== null),
        tokenDetail,
        before,
      )
    },
  })
  return {
    list: async (ids) => (await freshOf(lists, bids, ids)).flatMap((card) => card?.text ?? []),
    detail: async (id) => (await freshOf(details, figures, [id]))[0]?.text ?? null,
    hear(changes) {
      for (const { collectionId, kind, tokenDataId } of changes) {
        if (tokenDataId !== null) {
          lists.forget(tokenDataId)
          details.forget(tokenDataId)
        }
        if (collectionId === null) continue
        count(figures, collectionId)
        if (kind === 'bid_change') count(bids, collectionId)
      }
    },
    forgetAll() {
      lists.forgetAll()
      details.forgetAll()
    },
  }
}

/** Collections whose changes are counted; beyond that all counts begin anew, and cards of before are dropped. */
const MOST_COUNTED = 50_000

function count(changes: Map<string, number>, collectionId: string): void {
  if (changes.size >= MOST_COUNTED) changes.clear()
  changes.set(collectionId, (changes.get(collectionId) ?? 0) + 1)
}

function cardsOf<Shape extends Token>(
  loaded: readonly Shape[],
  schema: z.ZodType,
  changes: ReadonlyMap<string, number>,
): ReadonlyMap<string, Card> {
  return new Map(
    loaded.map((one) => {
      const { collectionId } = one
      const age = changes.get(collectionId) ?? 0
      const isComplete = one.image !== null && one.imageFacts !== null && one.rarity !== null
      return [one.tokenDataId, { text: JSON.stringify(schema.parse(one)), collectionId, age, isComplete }]
    }),
  )
}

/** Cards whose collection has not changed since; others are made again. */
async function freshOf(
  kept: KeptValues<Card>,
  changes: ReadonlyMap<string, number>,
  ids: readonly string[],
): Promise<readonly (Card | null)[]> {
  const cards = await kept.of(ids)
  const isOld = (card: Card | null) => card !== null && card.age !== (changes.get(card.collectionId) ?? 0)
  const old = ids.filter((_, at) => isOld(cards[at] ?? null))
  if (old.length === 0) return cards
  for (const id of old) kept.forget(id)
  const made = new Map((await kept.of(old)).map((card, at) => [old[at], card]))
  return cards.map((card, at) => (isOld(card) ? (made.get(ids[at]) ?? null) : card))
}
