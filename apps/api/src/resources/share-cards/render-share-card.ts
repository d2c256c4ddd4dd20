import { createHash } from 'node:crypto'
import { MarketError } from '@opal/domain/errors'
import type { Client } from '@opal/domain/limits/client'
import { join } from '@opal/domain/limits/shared-jobs'
import type { MediaCache } from '../../images/media-cache.ts'
import { isMediaBusy } from '../../images/media-errors.ts'
import { createMediaQueue } from '../../images/media-queue.ts'
import type { ImageRequest, Media } from '../../images/serve-image.ts'
import { drawCard } from './draw-share-card.ts'

/** Cards that are drawn and that wait, for all clients and for one of them. */
const DRAWING = { concurrency: 2, concurrencyPerClient: 1, maxPending: 100, maxPendingPerClient: 40 }
/** Twice what is shown of it. */
const ART_WIDTH = 768
/** Longest wait for art of a slow host, milliseconds; a later request may find it fetched. */
const ART_TIMEOUT_MS = 6_000

/** Makes share cards. */
export interface ShareCardRenderer {
  /**
   * Renders a card as PNG. Cards are cached by their content.
   * @param client is queued behind its own requests.
   * @throws MediaBusyError
   */
  card(facts: ShareCardFacts, client: Client): Promise<ShareCard>
}

/** A rendered card. */
export interface ShareCard {
  readonly card: Buffer
  /** Whether the art that the facts name could not be loaded. */
  readonly lacksArt: boolean
}

/** Creates a renderer. Cards are cached with images, within the same bound. */
export function createShareCardRenderer(
  cache: MediaCache,
  media: Media,
  artTimeoutMs = ART_TIMEOUT_MS,
): ShareCardRenderer {
  const drawing = createMediaQueue(DRAWING)
  const making = new Map<string, Promise<Buffer>>()
  const make = async (key: string, facts: ShareCardFacts, art: Buffer | null): Promise<Buffer> => {
    const card = await drawCard(facts, art).catch(() => drawCard(facts, null))
    await cache.set(key, card)
    return card
  }
  const draw = async (facts: ShareCardFacts, art: Buffer | null, client: Client): Promise<Buffer> => {
    const key = keyOf(facts, art)
    const cached = await cache.get(key, client)
    if (cached !== null) return cached
    for (let begun = making.get(key); begun !== undefined; begun = making.get(key)) {
      const drawn = await join(begun, isMediaBusy)
      if (drawn !== null) return drawn.result
    }
    const made = drawing.add(client, () => make(key, facts, art)).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  return {
    async card(facts, client) {
      const art = await findArt(media, facts.art, client, artTimeoutMs)
      return { card: await draw(facts, art, client), lacksArt: art === null && facts.art.length > 0 }
    },
  }
}

/** The first art that can be had, in time; whatever is wrong with it, a card is made. The time ends a fetch under way, too. */
async function findArt(
  media: Media,
  sources: readonly string[],
  client: Client,
  timeoutMs: number,
): Promise<Buffer | null> {
  const late = Promise.withResolvers<null>()
  const ending = new AbortController()
  const timer = setTimeout(() => {
    late.resolve(null)
    ending.abort()
  }, timeoutMs)
  try {
    for (const src of sources) {
      const art = await Promise.race([imageOrNull(media, { src, client, signal: ending.signal }), late.promise])
      if (art !== null || ending.signal.aborted) return art
    }
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** @throws MediaBusyError: clients would cache a card without its art. */
async function imageOrNull(media: Media, asked: Omit<ImageRequest, 'width'>): Promise<Buffer | null> {
  try {
    return await media.image({ ...asked, width: ART_WIDTH })
  } catch (error) {
    if (isMediaBusy(error) || !(error instanceof MarketError)) throw error
    return null
  }
}

function keyOf(facts: ShareCardFacts, art: Buffer | null): string {
  const hash = createHash('sha256').update('card').update(JSON.stringify(facts))
  return hash.update(art ?? 'letter').digest('hex')
}

/** Facts on a share card. Everything but the labels is foreign text. */
export interface ShareCardFacts {
  /** The small line over the name. */
  readonly kicker: string
  readonly name: string
  /** Addresses of the art, as metadata names them, the best first. */
  readonly art: readonly string[]
  /** Dominant colour of the first of them, `#rrggbb`; null when it is not known. */
  readonly colour: string | null
  readonly isVerified: boolean
  /** At most four. */
  readonly metrics: readonly ShareCardMetric[]
}

/** A label and a value, both shown as they are. */
export interface ShareCardMetric {
  readonly label: string
  readonly value: string
}
