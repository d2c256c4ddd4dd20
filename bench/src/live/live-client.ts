import { connect } from 'node:net'
import { clientFrame, FrameCutter } from './frame-cutter.ts'

const HEAD_END = Buffer.from('\r\n\r\n')
const ID = Buffer.from('"id":"')
/** First characters of what Engine.IO and Socket.IO say. @source https://socket.io/docs/v4/socket-io-protocol/ */
const [OPEN, PING, CONNECTED, ACKNOWLEDGED, EVENT] = ['0', '2', '40', '430', '42']
const HEARTBEAT = '42["heartbeat"'

export interface LiveClientOptions {
  readonly origin: string
  readonly collectionId: string
  readonly onMessage: (payload: Buffer) => void
  readonly onError: (error: Error) => void
}

/**
 * Opens one connection that says no more than it must to be in a collection's room, and looks no closer at a message than
 * it must. Resolves once the server has said that it is in.
 */
export function openLiveClient({ origin, collectionId, onMessage, onError }: LiveClientOptions): Promise<void> {
  const { hostname, port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname, () => socket.write(handshake(hostname)))
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

function handshake(host: string): string {
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n`
  return `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n${upgrade}${key}\r\n`
}

function starts(payload: Buffer, text: string): boolean {
  for (let place = 0; place < text.length; place += 1) if (payload[place] !== text.charCodeAt(place)) return false
  return true
}

/** The feed id of a message, which stands before everything else that is called so. @throws RangeError without one */
export function idOfMessage(payload: Buffer): number {
  const at = payload.indexOf(ID) + ID.length
  const id = Number.parseInt(payload.toString('latin1', at, payload.indexOf(0x22, at)), 10)
  if (at < ID.length || !Number.isSafeInteger(id)) throw new RangeError('a message without an id')
  return id
}
