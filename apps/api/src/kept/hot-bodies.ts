import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** An answer as it went out, ready to go out again. */
export interface HotBody {
  readonly body: Buffer
  /** Flat: name, value, name, value. Without length and encoding. */
  readonly headers: readonly string[]
  readonly etag: string
  readonly until: number
  /** What it takes in memory, its address and headers included. */
  readonly bytes: number
  readonly packed: Map<Encoding, Promise<Buffer>>
}

export type Encoding = 'br' | 'gzip'

/** Bytes of all entries together, and of one body. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_BODY_BYTES = 1024 * 1024
const MAX_ENTRIES = 5_000
/** What the objects of an entry take beside its texts. */
const ENTRY_BYTES = 500
/** Smaller bodies are not packed. */
const WORTH_PACKING_BYTES = 1024

/** Answers by address, for a second or until the feed tells of a change. */
export class HotBodies {
  /** Oldest first, so also by when they end. */
  readonly #bodies = new Map<string, HotBody>()
  readonly #lifeMs: number
  readonly #now: () => number
  #bytes = 0
  /** Counts what was dropped: an answer that was begun before is not kept. */
  age = 0

  /** @param lifeMs 0 keeps nothing. */
  constructor(lifeMs: number, now: () => number = () => performance.now()) {
    this.#lifeMs = lifeMs
    this.#now = now
  }

  get isOn(): boolean {
    return this.#lifeMs > 0
  }

  /** What the entries take in memory, and how many they are. */
  get size(): { readonly bytes: number; readonly entries: number } {
    return { bytes: this.#bytes, entries: this.#bodies.size }
  }

  get(address: string): HotBody | null {
    const found = this.#bodies.get(address)
    if (found === undefined) return null
    if (found.until > this.#now()) return found
    this.#drop(address, found)
    return null
  }

  /** @param age what {@link age} was when the answer was begun. */
  keep(address: string, body: Buffer, headers: readonly string[], age: number): void {
    if (!this.isOn || age !== this.age || body.length > MAX_BODY_BYTES) return
    const before = this.#bodies.get(address)
    if (before !== undefined) this.#drop(address, before)
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    const texts = headers.reduce((sum, text) => sum + text.length, address.length)
    const entry = { body, headers, etag, until: this.#now() + this.#lifeMs, bytes: body.length + texts + ENTRY_BYTES }
    this.#bodies.set(address, { ...entry, packed: new Map() })
    this.#bytes += entry.bytes
    this.#sweep()
  }

  forgetAll(): void {
    this.age += 1
    this.#bodies.clear()
    this.#bytes = 0
  }

  /** Drops from the oldest on what has ended or is too much. */
  #sweep(): void {
    const now = this.#now()
    for (const [address, oldest] of this.#bodies) {
      if (oldest.until > now && this.#bytes <= MAX_BYTES && this.#bodies.size <= MAX_ENTRIES) return
      this.#drop(address, oldest)
    }
  }

  #drop(address: string, kept: HotBody): void {
    this.#bodies.delete(address)
    this.#bytes -= kept.bytes
  }
}

/** How a client takes a body best; null for as it is. */
export function encodingFor(accepted: string | undefined, bytes: number): Encoding | null {
  if (accepted === undefined || bytes < WORTH_PACKING_BYTES) return null
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : null
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The body packed, once however often it is asked for. */
export function packed(hot: HotBody, encoding: Encoding): Promise<Buffer> {
  const known = hot.packed.get(encoding)
  if (known !== undefined) return known
  const packing =
    encoding === 'br'
      ? brotli(hot.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : zip(hot.body, { level: 5 })
  hot.packed.set(encoding, packing)
  return packing
}
