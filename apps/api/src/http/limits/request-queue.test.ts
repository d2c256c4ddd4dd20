import { CLIENTS_PER_SITE } from '@opal/domain/limits/client'
import { describe, expect, it } from 'vitest'
import { type Call, RequestQueue } from './request-queue.ts'
import { COST, letIn, MANY, network, of, places, still } from './testing/queued-calls.ts'

describe('queued calls', () => {
  it('let a client that asks seldom pass a flood from one client', async () => {
    const flood = Array<Call>(500).fill(of('flood'))
    const { order } = await letIn(still(MANY), [...flood, of('user'), of('user')])
    // Those that run, and two more that a client may send concurrently.
    expect(places(order, 'user')).toEqual([6, 7])
  })

  it.each([
    ['one', () => 'flood', 3, 20],
    ['a thousand networks', (at: number) => network(at % 250, Math.floor(at / 250) % 4), 3, 20],
    // By itself each asks as seldom as a user: only what its calls cost tells it apart.
    ['a thousand addresses', (at: number) => `192.0.${at % 4}.${at % 250}`, 6, 40],
  ])(
    'let users who go from page to page pass a flood from %s, from its first second on',
    async (_, client, costMs, withinMs) => {
      let now = 0
      const queue = new RequestQueue({ ...MANY, runningPerClient: 2 }, () => now)
      const running: { readonly call: Call; readonly next: () => void }[] = []
      const waits: number[] = []
      const begin = (call: Call, next: () => void) => {
        const askedAt = now
        const run = () => {
          if (call.costMs === 2) waits.push(now - askedAt)
          running.push({ call, next })
        }
        const turn = queue.begin(call)
        if (turn === null) run()
        else void turn.then(run)
      }
      let at = 0
      const flood = () => begin(of(client(at++), costMs), flood)
      // A call ends every two milliseconds. A hundred users have a call every 0.6 s each, for 10 s without the flood and 10 s with it.
      for (let step = 0; step < 10_000; step += 1) {
        now += 2
        if (step === 5_000) {
          waits.length = 0
          for (let connection = 0; connection < 64; connection += 1) flood()
        }
        if (step % 3 === 0) begin(of(`user ${step % 100}`, 2), () => undefined)
        const ended = running.shift()
        if (ended === undefined) continue
        queue.end(ended.call)
        ended.next()
        await new Promise(setImmediate)
      }
      const sorted = waits.toSorted((a, b) => a - b)
      expect(sorted.at(Math.floor(sorted.length * 0.99))).toBeLessThan(withinMs)
    },
  )

  it('pass those of a client that was charged for what it had done beside them', async () => {
    const queue = still({ ...MANY, running: 1, runningPerClient: 1 })
    queue.begin(of('other'))
    queue.charge(of('client'), 200)
    const order: string[] = []
    const waiting = ['client', 'user'].map(async (name) => {
      const call = of(name)
      await queue.begin(call)
      order.push(name)
      queue.end(call)
    })
    queue.end(of('other'))
    await Promise.all(waiting)
    expect(order).toEqual(['user', 'client'])
  })

  it.each([
    ['expensive', 500, ['user', 'client']],
    ['a little longer than expected', 30, ['client', 'user']],
    ['shorter than expected', 1, ['client', 'user']],
  ])('of a client whose calls took %s wait accordingly, whatever their kind usually takes', async (_, ms, expected) => {
    const queue = still({ ...MANY, running: 1 })
    for (let calls = 0; calls < 10; calls += 1) {
      for (const [client, took] of [['client', ms] as const, ['user', 5] as const]) {
        expect(queue.begin(of(client, 5))).toBeNull()
        queue.end(of(client, 5), took)
      }
    }
    queue.begin(of('holder'))
    const { order, running } = { order: [] as string[], running: [of('holder')] }
    for (const client of ['client', 'user']) {
      void queue.begin(of(client, 5))?.then(() => {
        order.push(client)
        running.push(of(client, 5))
      })
    }
    while (running.length > 0) {
      for (const call of running.splice(0)) queue.end(call, 5)
      await new Promise(setImmediate)
    }
    expect(order).toEqual(expected)
  })

  it('find slots free under a flood from one client, which occupies its share and no more', async () => {
    const turns = still({
      running: 12,
      runningExpensive: 3,
      runningPerClient: 4,
      waiting: 1_000,
      waitingExpensive: 1_000,
    })
    const flood = Array.from({ length: 500 }, () => turns.begin(of('flood')))
    expect(flood.filter((turn) => turn === null)).toHaveLength(4)
    expect(turns.begin(of('user'))).toBeNull()
    expect(turns.begin(of(null))).toBeNull()
  })

  it('run quick ones before expensive ones of a thousand clients', async () => {
    const flood = Array.from({ length: 5_000 }, (_, at) => of(`flood ${at % 1_000}`, COST * 2))
    const { order } = await letIn(still(MANY), [...flood, of('user'), of('user')])
    expect(places(order, 'user')).toEqual([4, 5])
  })

  it('find free slots while a thousand clients send expensive calls, few of which run at a time', async () => {
    const turns = still({
      running: 12,
      runningExpensive: 3,
      runningPerClient: 4,
      waiting: 5_000,
      waitingExpensive: 5_000,
    })
    const flood = Array.from({ length: 2_000 }, (_, at) => of(`flood ${at % 1_000}`, 400))
    const begun = flood.map((call) => turns.begin(call))
    expect(begun.filter((turn) => turn === null)).toHaveLength(3)
    for (let at = 0; at < 9; at += 1) expect(turns.begin(of(`user ${at}`)), `user ${at}`).toBeNull()
    // The next slots are for quick calls, and an expensive one begins where an expensive one ended.
    const late = turns.begin(of('late user'))
    turns.end(of('user 0'))
    await late
    let next = 0
    for (const turn of begun.filter((one) => one !== null)) void turn.then(() => (next += 1))
    turns.end(of('user 1'))
    await new Promise(setImmediate)
    expect(next).toBe(0)
    turns.end(of('flood 0', 400))
    await new Promise(setImmediate)
    expect(next).toBe(1)
  })

  it.each([2, 4, 12])(
    'of which any number may take long leave a slot of %i to others, which need not wait',
    async (running) => {
      const turns = still({
        running,
        runningExpensive: 1,
        runningPerClient: 4,
        waiting: 5_000,
        waitingExpensive: 5_000,
      })
      const long = (at: number): Call => ({ ...of(`flood ${at}`, at % 5 === 0 ? 400 : 3), mayTakeLong: at % 5 !== 0 })
      const begun = Array.from({ length: 500 }, (_, at) => turns.begin(long(at)))
      expect(begun.filter((turn) => turn === null)).toHaveLength(running - 1)
      for (let at = 0; at < 100; at += 1) {
        expect(turns.begin(of(`user ${at}`)), `user ${at}`).toBeNull()
        turns.end(of(`user ${at}`))
      }
      let next = 0
      for (const turn of begun) void turn?.then(() => (next += 1))
      turns.end(long(1))
      await new Promise(setImmediate)
      expect(next).toBe(1)
    },
  )

  it('let the site’s own programs, which ask for everyone, pass everyone, however much they ask', async () => {
    const turns = still(MANY)
    const many = Array<Call>(3_000).fill(of(null))
    await letIn(turns, many)
    const flood = Array.from({ length: 1_000 }, (_, at) => of(`flood ${at}`))
    const { order } = await letIn(turns, [...flood, of(null)])
    expect(places(order, 'own machine')).toEqual([4])
  })

  it('find free slots during expensive calls of this machine’s programs', async () => {
    const queue = new RequestQueue()
    for (let each = 0; each < 60; each += 1) void queue.begin({ client: null, costMs: 6_000 })
    expect(queue.begin(of('a reader', 5))).toBeNull()
  })

  it('are begun in time however many quicker ones come', async () => {
    let now = 0
    const turns = new RequestQueue(
      { running: 1, runningExpensive: 1, runningPerClient: 1, waiting: 100_000, waitingExpensive: 100_000 },
      () => now,
    )
    turns.begin(of('first'))
    let begunAt: number | null = null
    void turns.begin(of('patient', 30))?.then(() => {
      begunAt = now
    })
    let holder = 'first'
    for (; begunAt === null && now < 60_000; now += 10) {
      // Two quick calls for each that can be worked on.
      for (const each of ['a', 'b']) {
        const name = `${each}${now}`
        void turns.begin(of(name, 1))?.then(() => {
          holder = name
        })
      }
      turns.end(of(holder))
      await new Promise(setImmediate)
    }
    expect(begunAt).toBeLessThan(10_000)
  })

  it('are refused where too many wait, those that are due last first', async () => {
    const turns = still({ running: 2, runningExpensive: 2, runningPerClient: 2, waiting: 10, waitingExpensive: 10 })
    const flood = Array<Call>(100).fill(of('flood'))
    const { order, refused } = await letIn(turns, [...flood, of('user'), of('other')])
    expect(places(order, 'user')).toHaveLength(1)
    expect(places(order, 'other')).toHaveLength(1)
    expect(new Set(refused)).toEqual(new Set(['flood']))
    expect(order).toHaveLength(12)
  })

  it('refuse expensive ones beyond their own bound, and no quick one because of them', async () => {
    const turns = still({ running: 2, runningExpensive: 1, runningPerClient: 2, waiting: 100, waitingExpensive: 3 })
    const expensive = Array.from({ length: 10 }, (_, at) => of(`expensive ${at}`, 400))
    const quick = Array.from({ length: 10 }, (_, at) => of(`quick ${at}`))
    const { order, refused } = await letIn(turns, [...expensive, ...quick])
    expect(refused).toEqual([4, 5, 6, 7, 8, 9].map((at) => `expensive ${at}`))
    expect(order).toHaveLength(14)
  })

  it('keep room for the expensive call of another client, and let it pass most of a flood of such calls from one client', async () => {
    const bounds = { running: 12, runningExpensive: 3, runningPerClient: 4, waiting: 1_000, waitingExpensive: 20 }
    const flood = Array<Call>(40).fill(of('flood', 1_400))
    const { order, refused } = await letIn(still(bounds), [...flood, of('user', 1_400), of('other', 3_000)])
    expect(new Set(refused)).toEqual(new Set(['flood']))
    expect(places(order, 'user')[0]).toBeLessThan(5)
    expect(places(order, 'other')[0]).toBeLessThan(7)
  })

  it('of the networks of one IPv6 /48 run and wait as those of eight clients, and leave the shares of others', async () => {
    const bounds = { running: 40, runningExpensive: 20, runningPerClient: 2, waiting: 60, waitingExpensive: 20 }
    const turns = still(bounds)
    const flood = Array.from({ length: 300 }, (_, at) => turns.begin(of(network(at), at % 2 === 0 ? 400 : COST)))
    expect(flood.filter((turn) => turn === null)).toHaveLength(2 * CLIENTS_PER_SITE)
    for (const turn of flood) turn?.catch(() => undefined)
    for (const other of ['a', 'b', network(1, 2)]) expect(turns.begin(of(other)), other).toBeNull()
  })
})
