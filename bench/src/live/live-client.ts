import { connect } from 'node:net'

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

const HEAD_END = Buffer.from('\r\n\r\n')
const ID = Buffer.from('"id":"')
/** First characters of what Engine.IO and Socket.IO say. @source https://socket.io/docs/v4/socket-io-protocol/ */
const [OPEN, PING, CONNECTED, ACKNOWLEDGED, EVENT] = ['0', '2', '40', '430', '42']
const HEARTBEAT = '42["heartbeat"'

export interface LiveClientOptions {
  readonly origin: string
  readonly collectionId: string
  /** Address of the client for which a proxy opens the connection; left out, this machine opens it for itself. */
  readonly forwardedFor?: string
  readonly onMessage: (payload: Buffer) => void
  readonly onError: (error: Error) => void
}

/**
 * Opens one connection that says no more than it must to be in a collection's room, and looks no closer at a message than
 * it must. Resolves once the server has said that it is in.
 */
export function openLiveClient(options: LiveClientOptions): Promise<void> {
  const { origin, collectionId, forwardedFor, onMessage, onError } = options
  const { hostname, port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname, () => socket.write(handshake(hostname, forwardedFor)))
  const fail = (error: Error): void => {
    reject(error)
    onError(error)
  }
  const say = (text: string): void => void socket.write(clientFrame(text))
  const cutter = new FrameCutter((payload) => {
    if (starts(payload, HEARTBEAT)) return
    if (starts(payload, EVENT)) return onMessage(payload)
    if (starts(payload, PING)) return say('3')
    if (starts(payload, CONNECTED)) return say(`420["subscribe",{"collectionId":"${collectionId}"}]`)
    if (starts(payload, ACKNOWLEDGED)) return resolve()
    if (starts(payload, OPEN)) return say('40')
    fail(new Error(`the server said ${payload.toString('latin1', 0, 80)}`))
  })
  let head: Buffer | null = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a live connection')))
  socket.on('data', (chunk: Buffer) => {
    if (head === null) return cutter.push(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf(HEAD_END)
    if (end === -1) return
    const rest = head.subarray(end + HEAD_END.length)
    head = null
    cutter.push(rest)
  })
  return promise
}

function handshake(host: string, forwardedFor: string | undefined): string {
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
  const proxied = forwardedFor === undefined ? '' : `X-Forwarded-For: ${forwardedFor}\r\n`
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n`
  return `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n${proxied}${upgrade}${key}\r\n`
}

function starts(payload: Buffer, text: string): boolean {
  for (let place = 0; place < text.length; place += 1) if (payload[place] !== text.charCodeAt(place)) return false
  return true
}

/** Returns the feed id of a message, which precedes any other field of that name. @throws RangeError without one */
export function idOfMessage(payload: Buffer): number {
  const at = payload.indexOf(ID) + ID.length
  const id = Number.parseInt(payload.toString('latin1', at, payload.indexOf(0x22, at)), 10)
  if (at < ID.length || !Number.isSafeInteger(id)) throw new RangeError('a message without an id')
  return id
}
