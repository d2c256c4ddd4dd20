import { clientAt, type Sharer } from '@opal/domain/limits/client'
import fc from 'fast-check'
import { type Call, RequestQueue } from '../request-queue.ts'

export const COST = 10
export const of = (client: string | null, costMs = COST): Call => ({
  client: client === null ? null : clientAt(client),
  costMs,
})
export const MANY = { running: 4, runningExpensive: 2, runningPerClient: 4, waiting: 10_000, waitingExpensive: 10_000 }

/** Queues requests of clients, one after the other at one time. @returns the order in which they are admitted. */
export async function letIn(
  turns: RequestQueue,
  calls: readonly Call[],
): Promise<{ order: string[]; refused: string[] }> {
  const order: string[] = []
  const refused: string[] = []
  const running: Call[] = []
  const begin = (call: Call) => {
    order.push(nameOf(call))
    running.push(call)
  }
  for (const call of calls) {
    const turn = turns.begin(call)
    if (turn === null) begin(call)
    else turn.then(() => begin(call)).catch(() => refused.push(nameOf(call)))
  }
  while (order.length + refused.length < calls.length) {
    const first = running.shift()
    if (first === undefined) throw new Error('no call is let in any more')
    turns.end(first)
    await new Promise(setImmediate)
  }
  for (const call of running) turns.end(call)
  return { order, refused }
}

export const nameOf = ({ client }: Pick<Call, 'client'>) => client?.[0].key ?? 'own machine'
export const places = (order: readonly string[], client: string) =>
  order.flatMap((one, at) => (one === client ? [at] : []))
export const still = (bounds: ConstructorParameters<typeof RequestQueue>[0]) => new RequestQueue(bounds, () => 0)

export const network = (at: number, site = 1) => `2001:db8:${site}:${at.toString(16)}::1`
/** IPv4 addresses, networks of two sites, and this machine's programs. */
export const clients = fc
  .oneof(
    fc.constantFrom('a', 'b', 'c', 'd', null),
    fc.integer({ min: 0, max: 40 }).map((at) => network(at)),
    fc.nat(2).map((at) => network(at, 2)),
  )
  .map((from) => of(from).client)

export const isExpensive = ({ costMs }: Call) => costMs >= 40
export const count = (calls: readonly Call[], isCounted: (call: Call) => boolean) => calls.filter(isCounted).length

export const holdersOf = (calls: readonly Call[], { key }: Sharer) =>
  count(calls, ({ client }) => client?.some((sharer) => sharer.key === key) ?? false)
