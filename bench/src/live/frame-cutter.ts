const HEAD_BYTES = 2
const [TWO_MORE, EIGHT_MORE] = [126, 127]

/** Cuts what a server sends over a websocket into the payloads of its frames. Servers mask nothing, and ours split nothing. */
export class FrameCutter {
  readonly #take: (payload: Buffer) => void
  #rest: Buffer = Buffer.alloc(0)

  /** @param take is given each payload once it is whole; it may not keep it. */
  constructor(take: (payload: Buffer) => void) {
    this.#take = take
  }

  push(chunk: Buffer): void {
    const seen = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let place = 0
    for (let end = endOfFrame(seen, 0); end !== null && end.to <= seen.length; end = endOfFrame(seen, place)) {
      place = end.to
      this.#take(seen.subarray(end.from, end.to))
    }
    this.#rest = seen.subarray(place)
  }
}

/** Returns the payload's position in the frame at an offset; null while it is not known yet. */
function endOfFrame(seen: Buffer, place: number): { readonly from: number; readonly to: number } | null {
  if (seen.length < place + HEAD_BYTES) return null
  const short = seen.readUInt8(place + 1) & 0x7f
  const more = short === TWO_MORE ? 2 : short === EIGHT_MORE ? 8 : 0
  const from = place + HEAD_BYTES + more
  if (seen.length < from) return null
  const length =
    more === 0 ? short : more === 2 ? seen.readUInt16BE(place + 2) : Number(seen.readBigUInt64BE(place + 2))
  return { from, to: from + length }
}

/**
 * Returns a short text as a client sends it: masked, with a mask that changes nothing.
 * @throws RangeError from 126 bytes on
 */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  if (payload.length >= TWO_MORE) throw new RangeError('a short text is wanted')
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
