import { NodeUnreachableError } from '@opal/chain/rest/node-errors'
import { clientAt } from '@opal/domain/limits/client'
import { openSession, readSessions } from '@opal/store/accounts/sessions'
import type { Store } from '@opal/store/driver/connection'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyChecks, findOpenSession, type KeyChecks } from './key-rotation.ts'

const WALLET = `0x${'a1'.repeat(32)}`
const keyNumber = (at: number) => `0x${String(at).padStart(64, '0')}`
const HOUR = 3_600_000_000n
const START = 1_790_000_000_000_000n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** An account, its sessions, and API processes that share them; time passes by `wait`, the node lags behind the chain. */
class Account {
  ms = 0
  lagMs = 0
  /** When each key began to rule, milliseconds; the first one always did. */
  readonly #keys = [Number.NEGATIVE_INFINITY]
  readonly sessions: { readonly hash: string; readonly key: number }[] = []
  readonly #processes: readonly KeyChecks[]
  asked = 0

  constructor(processes: number) {
    this.#processes = Array.from({ length: processes }, () =>
      createKeyChecks({
        store,
        nowMicros: this.#nowMicros,
        authenticationKeyOf: async () => {
          this.asked += 1
          return keyNumber(this.#keyAt(this.ms - this.lagMs))
        },
        onError: (error) => expect.unreachable(String(error)),
        now: () => this.ms,
      }),
    )
  }

  static async create(processes: number): Promise<Account> {
    await store.pool.query('delete from account.sessions')
    return new Account(processes)
  }

  readonly #nowMicros = () => START + BigInt(this.ms) * 1000n
  #keyAt(ms: number): number {
    return this.#keys.findLastIndex((since) => since <= ms)
  }

  rotate(): void {
    this.#keys.push(this.ms)
  }

  async signIn(): Promise<void> {
    const session = { hash: `session ${this.sessions.length}`, key: this.#keys.length - 1 }
    const [openedAtMicros, authKey] = [this.#nowMicros(), keyNumber(session.key)]
    await openSession(store, session.hash, { wallet: WALLET, openedAtMicros, expiresAtMicros: START + HOUR, authKey })
    this.sessions.push(session)
  }

  /** Uses a session at a process, and waits for the check that this begins. */
  async use(session: number, process: number): Promise<void> {
    const keyChecks = this.#processes[process % this.#processes.length] as KeyChecks
    let check = Promise.resolve()
    const begin = { check: (wallet: string) => (check = keyChecks.check(wallet)) }
    const { hash = '' } = this.sessions[session % this.sessions.length] ?? {}
    await findOpenSession({ store, nowMicros: this.#nowMicros, keyChecks: begin }, hash)
    await check
  }

  async open(): Promise<ReadonlySet<string>> {
    const rows = await readSessions(store, WALLET, this.#nowMicros())
    return new Set(rows.map(({ tokenHash }) => tokenHash))
  }

  /** Sessions whose key rules, and those whose key was rotated away a minute ago or earlier. */
  get ruling(): readonly string[] {
    return this.sessions.filter(({ key }) => key === this.#keys.length - 1).map(({ hash }) => hash)
  }
  get outdated(): readonly string[] {
    return this.sessions
      .filter(({ key }) => (this.#keys[key + 1] ?? this.ms) <= this.ms - 60_000)
      .map(({ hash }) => hash)
  }
}

describe('sessions of an account whose key is rotated', () => {
  const ms = (...often: number[]) => fc.oneof(fc.constantFrom(...often), fc.integer({ min: 0, max: 15_000 }))
  const step = fc.oneof(
    fc.record({ does: fc.constant('rotate' as const) }),
    fc.record({ does: fc.constant('sign in' as const) }),
    { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: ms(1_000, 14_000, 44_000, 45_000) }) },
    fc.record({ does: fc.constant('lag' as const), ms: ms(0, 15_000) }),
    { weight: 4, arbitrary: fc.record({ does: fc.constant('use' as const), session: fc.nat(9), process: fc.nat(2) }) },
  )

  // @feature account.key-rotation
  it('end within a minute when one is used, and no session of the present key ever does, in any order at any process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { minLength: 20, maxLength: 50 }),
        async (processes, steps) => {
          const account = await Account.create(processes)
          await account.signIn()
          for (const one of steps) {
            if (one.does === 'rotate') account.rotate()
            else if (one.does === 'sign in') await account.signIn()
            else if (one.does === 'wait') account.ms += one.ms
            else if (one.does === 'lag') account.lagMs = one.ms
            else {
              const isOpen = (await account.open()).has(`session ${one.session % account.sessions.length}`)
              await account.use(one.session, one.process)
              const open = await account.open()
              if (isOpen) for (const hash of account.outdated) expect(open).not.toContain(hash)
              for (const hash of account.ruling) expect(open).toContain(hash)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('cost one call of the node in 45 s, however often they are used', async () => {
    const account = await Account.create(1)
    await account.signIn()
    await account.signIn()
    for (; account.ms < 45_000; account.ms += 500) await account.use(account.ms / 500, 0)
    expect(account.asked).toBe(1)
    await account.use(0, 0)
    expect(account.asked).toBe(2)
  })
})

it('a check that fails is reported, not raised, and not repeated immediately', async () => {
  const errors: unknown[] = []
  const failure = new NodeUnreachableError('by the test')
  const checks = createKeyChecks({
    store,
    nowMicros: () => START,
    authenticationKeyOf: () => Promise.reject(failure),
    onError: (error) => errors.push(error),
    now: () => 1,
  })
  await Promise.all([checks.check(WALLET), checks.check(WALLET)])
  await checks.check(WALLET)
  expect(errors).toEqual([failure])
})

it('checks ask the node a few at a time in turns of clients, and one that was refused is asked for again', async () => {
  const walletOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`
  const asked: string[] = []
  const open: (() => void)[] = []
  let isHeld = true
  const checks = createKeyChecks({
    store,
    nowMicros: () => START,
    authenticationKeyOf: async (account) => {
      asked.push(account)
      if (isHeld) await new Promise<void>((resolve) => open.push(resolve))
      return account
    },
    onError: (error) => expect.unreachable(String(error)),
    now: () => 1,
  })
  // Twenty sessions of each of ten addresses, and as many again of one that are too many.
  const flood = Array.from({ length: 220 }, (_, at) => checks.check(walletOf(at), clientAt(`198.51.100.${at % 11}`)))
  const refused = Array.from({ length: 20 }, (_, at) => checks.check(walletOf(1_000 + at), clientAt('198.51.100.0')))
  await Promise.all(refused)
  await expect.poll(() => asked.length).toBe(4)
  const user = checks.check(WALLET, clientAt('203.0.113.1'))
  open.shift()?.()
  await expect.poll(() => asked.length).toBe(5)
  isHeld = false
  for (const answer of open.splice(0)) answer()
  await user
  expect(asked.indexOf(WALLET)).toBeLessThan(15)
  await Promise.all(flood)
  await checks.check(walletOf(1_000), clientAt('198.51.100.0'))
  expect(asked).toContain(walletOf(1_000))
  expect(asked).toHaveLength(222)
})
