import { idOfMessage, openLiveClient } from './live-client.ts'
import { type Arrival, type ClientsRequest, monotonicMicros } from './live-messages.ts'

/** Many clients of one server in one process: `clients-program.ts <origin> <clients> <collection>`. */
const [origin = '', clients = '0', collectionId = ''] = process.argv.slice(2)
const CONCURRENCY = 50
const SAMPLED = 16
/** Time without a message after which missing ones count as lost. */
const TIMEOUT_MS = 20_000

let messages = 0
let lastAtMicros = 0
let arrivals: Arrival[] = []
let asked: ClientsRequest | null = null
let patience: NodeJS.Timeout | undefined

function answer(): void {
  clearTimeout(patience)
  process.send?.({ messages, lastAtMicros, arrivals })
  messages = 0
  arrivals = []
  asked = null
}

function answerIfAll(): void {
  if (asked === null) return
  if (messages < asked.messages) return void patience?.refresh()
  lastAtMicros = monotonicMicros()
  answer()
}

function onError(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

function open(index: number): Promise<void> {
  const onMessage = (payload: Buffer): void => {
    messages += 1
    if (index % SAMPLED === 0) arrivals.push({ id: idOfMessage(payload), atMicros: monotonicMicros() })
    if (messages === asked?.messages || index === 0) answerIfAll()
  }
  return openLiveClient({ origin, collectionId, onMessage, onError })
}

process.on('disconnect', () => process.exit())
for (let first = 0; first < Number(clients); first += CONCURRENCY) {
  const size = Math.min(CONCURRENCY, Number(clients) - first)
  await Promise.all(Array.from({ length: size }, (_, index) => open(first + index)))
}
process.on('message', (request: ClientsRequest) => {
  asked = request
  patience = setTimeout(answer, TIMEOUT_MS)
  answerIfAll()
})
process.send?.('ready')
