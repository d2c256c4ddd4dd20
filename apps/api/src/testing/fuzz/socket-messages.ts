import { io, type Socket } from 'socket.io-client'
import { hostileValue, knownText } from './hostile-values.ts'
import type { Random } from './random.ts'

const EVENTS = ['subscribe', 'unsubscribe', 'subscribe', 'activity', '__proto__', 'x'.repeat(300)]

/** Packets that no client of Socket.IO sends: truncated, with wrong attachment counts, or malformed. */
const BROKEN_PACKETS: readonly (string | Uint8Array)[] = [
  '42["subscribe"',
  '42',
  '42[]',
  '42{}',
  '42["subscribe",{"room":"floor_room"}]'.repeat(3),
  '451-["subscribe",{"_placeholder":true,"num":0}]',
  '459999999999-["subscribe"]',
  '42/admin,["subscribe"]',
  '429999999999999999999["subscribe",{}]',
  '43[]',
  '4',
  '40{"token":"x"}',
  '9zebra',
  '',
  '\u0000',
  '42["connect_error"]',
  '42["disconnecting"]',
  '42["error",{}]',
  `42${'['.repeat(1_000)}`,
  'x'.repeat(5_000),
  new Uint8Array([4, 0, 255]),
]

/**
 * Sends messages of every kind over sockets that come and go.
 * @throws Error when a subscription is acknowledged with anything but the contract's shape, or not at all.
 */
export async function emitHostile(url: string, random: Random, messages: number): Promise<void> {
  let client = await connect(url)
  for (let sent = 0; sent < messages; sent++) {
    if (random.chance(0.03)) await sendBroken(url, random.pick(BROKEN_PACKETS))
    if (!client.connected) {
      client.disconnect()
      client = await connect(url)
    }
    const asked = random.chance(0.3) ? { collectionId: knownText(random) } : hostileValue(random)
    await acknowledged(client, random.pick(EVENTS), asked, random.chance(0.2))
  }
  client.disconnect()
}

async function connect(url: string): Promise<Socket> {
  const client = io(url, { transports: ['websocket'], forceNew: true, reconnection: false })
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
  return client
}

/** Resolves with the acknowledgement, or when the server disconnected because of the size. */
async function acknowledged(client: Socket, event: string, asked: unknown, isBare: boolean): Promise<void> {
  if (isBare || !event.endsWith('subscribe')) return void client.emit(event, asked)
  const answer = await new Promise<unknown>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No word on ${JSON.stringify(asked).slice(0, 200)}`)), 5_000)
    const end = (value: unknown): void => {
      clearTimeout(late)
      client.off('disconnect', hungUp)
      resolve(value)
    }
    const hungUp = (): void => end({ ok: true, lastId: '0' })
    client.once('disconnect', hungUp)
    client.emit(event, asked, end)
  })
  const { ok, lastId, reason } = answer as { ok?: unknown; lastId?: unknown; reason?: unknown }
  const isFit = ok === true ? /^\d+$/.test(String(lastId)) : ok === false && /^[\w .]{1,60}$/.test(String(reason))
  if (!isFit) throw new Error(`${JSON.stringify(asked).slice(0, 200)} was answered ${JSON.stringify(answer)}`)
}

/** Sends a packet over a bare WebSocket, and waits until the server hangs up or keeps silent. */
async function sendBroken(url: string, packet: string | Uint8Array): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  await new Promise<void>((resolve) => {
    const opened = (): void => {
      socket.send('40')
      socket.send(packet)
      // Answers come in order: the pong says that the packet was read.
      socket.send('2probe')
    }
    socket.addEventListener('open', opened, { once: true })
    socket.addEventListener('message', ({ data }) => {
      if (data === '3probe') resolve()
    })
    for (const end of ['close', 'error']) socket.addEventListener(end, () => resolve(), { once: true })
  })
  socket.close()
}
