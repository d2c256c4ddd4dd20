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
  readonly packed: Map<Encoding, Promise<Buffer>>
}

export type Encoding = 'br' | 'gzip'

/** Bytes of all bodies together, and of one. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_BODY_BYTES = 1024 * 1024
/** Smaller bodies are not packed. */
const WORTH_PACKING_BYTES = 1024

/** Answers by address, for a second or until the feed tells of a change. */
export class HotBodies {
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

  get(address: string): HotBody | null {
    const found = this.#bodies.get(address)
    if (found === undefined) return null
    if (found.until > this.#now()) return found
    this.#drop(address, found)
    return null
  }

  /** @param age what {@link age} was when the answer was begun. */
  keep(address: string, body: Buffer, headers: readonly string[], age: number): void {
    if (!this.isOn || age !== this.age || body.length > MOST_BODY_BYTES) return
    const before = this.#bodies.get(address)
    if (before !== undefined) this.#drop(address, before)
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    this.#bodies.set(address, { body, headers, etag, until: this.#now() + this.#lifeMs, packed: new Map() })
    this.#bytes += body.length
    for (const [oldest, kept] of this.#bodies) {
      if (this.#bytes <= MOST_BYTES) break
      this.#drop(oldest, kept)
    }
  }

  forgetAll(): void {
    this.age += 1
    this.#bodies.clear()
    this.#bytes = 0
  }

  #drop(address: string, kept: HotBody): void {
    this.#bodies.delete(address)
    this.#bytes -= kept.body.length
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
