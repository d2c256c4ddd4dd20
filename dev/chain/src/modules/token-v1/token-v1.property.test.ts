import type { Account } from '@aptos-labs/ts-sdk'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LocalLedger } from '../../ledger/local-ledger.ts'
import { packResources, packTables, unpackResources, unpackTables } from '../../ledger/snapshot/snapshot-frames.ts'
import { FrozenState } from '../../ledger/state/frozen-state.ts'
import { applyWriteSet } from '../../ledger/state/restore-state.ts'
import { State, stateHash } from '../../ledger/state/state.ts'
import { addressOf, type TestChain } from '../../ledger/testing/test-chain.ts'
import { argumentsOf, COLLECTION, TokenV1Fixture } from '../../testing/token-v1-fixture.ts'
import type { MoveValue } from '../move-module.ts'

const NAMES = ['Pool 1', 'Pool 2'] as const
/** Maximum supplies: the first is limited, the second is not. */
const MAXIMA = [12n, 0n] as const
const BURNABLE = {
  TOKEN_BURNABLE_BY_OWNER: { type: 'bool', value: Uint8Array.of(1) },
  TOKEN_BURNABLE_BY_CREATOR: { type: 'bool', value: Uint8Array.of(1) },
}

const person = fc.nat(2)
const story = fc.array(
  fc.record({
    deed: fc.constantFrom('mint', 'transfer', 'offer', 'claim', 'cancel', 'burn', 'burn-by-creator', 'opt', 'mutate'),
    from: person,
    to: person,
    token: fc.nat(NAMES.length - 1),
    version: fc.nat(1),
    amount: fc.nat(4),
    isYes: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
)
type Deed = typeof story extends fc.Arbitrary<(infer One)[]> ? One : never

/** Reference model: balances and supplies without tables, stores or events. */
class Model {
  readonly held = new Map<string, bigint>()
  readonly pending = new Map<string, bigint>()
  readonly takes = new Set<number>()
  readonly stores = new Set<number>([0])
  readonly supply = [0n, 0n]
  readonly largest = [0n, 0n]
  readonly isGone = [false, false]

  /** @returns whether it can be done; then it is done. */
  do(deed: Deed): boolean {
    const { from, to, token, isYes } = deed
    const amount = BigInt(deed.amount)
    const name = `${token}/${deed.version}`
    switch (deed.deed) {
      case 'opt':
        this.stores.add(from)
        this.takes[isYes ? 'add' : 'delete'](from)
        return true
      case 'mint':
        return from === 0 && this.#mint(token, amount)
      case 'transfer':
        return this.takes.has(to) && this.#take(from, name, amount) && this.#give(to, name, amount)
      case 'offer':
        return this.#take(from, name, amount) && add(this.pending, `${from}>${to} ${name}`, amount)
      case 'claim':
        return this.#settle(`${to}>${from} ${name}`, from, name)
      case 'cancel':
        return this.#settle(`${from}>${to} ${name}`, from, name)
      case 'burn':
        return !this.isGone[token] && this.#take(from, name, amount) && this.#forget(token, amount)
      case 'burn-by-creator':
        return from === 0 && !this.isGone[token] && this.#take(to, name, amount) && this.#forget(token, amount)
      case 'mutate':
        return from === 0 && this.#mutate(to, token, deed.version)
      default:
        return false
    }
  }

  #mint(token: number, amount: bigint): boolean {
    const maximum = MAXIMA[token] as bigint
    const supply = (this.supply[token] as bigint) + amount
    if (this.isGone[token] || amount === 0n || (maximum > 0n && supply > maximum)) return false
    this.supply[token] = supply
    return this.#give(0, `${token}/0`, amount)
  }

  #mutate(owner: number, token: number, version: number): boolean {
    if (this.isGone[token]) return false
    if (version === 1) return (this.held.get(`${owner} ${token}/1`) ?? 0n) > 0n
    if (!this.#take(owner, `${token}/0`, 1n)) return false
    this.largest[token] = (this.largest[token] as bigint) + 1n
    return this.#give(owner, `${token}/${this.largest[token]}`, 1n)
  }

  #take(owner: number, name: string, amount: bigint): boolean {
    const balance = this.held.get(`${owner} ${name}`) ?? 0n
    if (amount === 0n || balance < amount) return false
    this.held.set(`${owner} ${name}`, balance - amount)
    return true
  }

  #give(owner: number, name: string, amount: bigint): boolean {
    this.stores.add(owner)
    return add(this.held, `${owner} ${name}`, amount)
  }

  #settle(key: string, owner: number, name: string): boolean {
    const waiting = this.pending.get(key) ?? 0n
    if (waiting === 0n) return false
    this.pending.delete(key)
    return this.#give(owner, name, waiting)
  }

  #forget(token: number, amount: bigint): boolean {
    this.supply[token] = (this.supply[token] as bigint) - amount
    if (MAXIMA[token] !== 0n) this.isGone[token] = this.supply[token] === 0n
    return true
  }
}

function add(map: Map<string, bigint>, key: string, amount: bigint): boolean {
  map.set(key, (map.get(key) ?? 0n) + amount)
  return true
}

test('balances, pending offers and supply match a reference model, also after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (deeds) => {
      await using fixture = await TokenV1Fixture.create()
      const people = [fixture.creator, fixture.alice, fixture.bob]
      const model = new Model()
      fixture.createCollection()
      NAMES.forEach((name, token) => {
        fixture.createToken(name, { balance: 3n, maximum: MAXIMA[token] ?? 0n, properties: BURNABLE })
        model.do({ deed: 'mint', from: 0, to: 0, token, version: 0, amount: 3, isYes: true })
      })
      for (const deed of deeds) {
        const done = fixture.status(people[deed.from] as Account, ...callOf(fixture, people, deed))
        expect([deed, done === 'Executed successfully', done]).toEqual([deed, model.do(deed), done])
      }
      compare(fixture, people, model)
      expectReplay(fixture.chain)
    }),
    { numRuns: runs(25, 600) },
  )
}, 120_000)

/** The call by which `from` does it: he claims what `to` offered, burns or changes as creator what `to` holds. */
function callOf(fixture: TokenV1Fixture, people: readonly Account[], deed: Deed): [string, readonly MoveValue[]] {
  const token = argumentsOf(fixture.token(NAMES[deed.token] as string, BigInt(deed.version)))
  const to = addressOf(people[deed.to] as Account)
  const amount = BigInt(deed.amount)
  const one = [[] as string[], [] as Uint8Array[], [] as string[]]
  const calls: Record<Deed['deed'], [string, readonly MoveValue[]]> = {
    opt: ['token::opt_in_direct_transfer', [deed.isYes]],
    mint: ['token::mint_script', [...token.slice(0, 3), amount]],
    transfer: ['token::transfer_with_opt_in', [...token, to, amount]],
    offer: ['token_transfers::offer_script', [to, ...token, amount]],
    claim: ['token_transfers::claim_script', [to, ...token]],
    cancel: ['token_transfers::cancel_offer_script', [to, ...token]],
    burn: ['token::burn', [...token, amount]],
    'burn-by-creator': ['token::burn_by_creator', [to, COLLECTION, ...token.slice(2), amount]],
    mutate: ['token::mutate_token_properties', [to, ...token, 1n, ...one]],
  }
  return calls[deed.deed]
}

function compare(fixture: TokenV1Fixture, people: readonly Account[], model: Model): void {
  NAMES.forEach((name, token) => {
    const versions = Array.from({ length: Number(model.largest[token]) + 1 }, (_, version) => BigInt(version))
    let total = 0n
    for (const version of versions) {
      const id = fixture.token(name, version)
      people.forEach((account, owner) => {
        const balance = fixture.balance(account, id)
        expect(balance).toBe(model.held.get(`${owner} ${token}/${version}`) ?? 0n)
        total += balance
        people.forEach((receiver, to) => {
          const waiting = BigInt((fixture.pending(account, receiver, id)?.amount as string | undefined) ?? '0')
          expect(waiting).toBe(model.pending.get(`${owner}>${to} ${token}/${version}`) ?? 0n)
          total += waiting
        })
      })
    }
    expect(total).toBe(model.supply[token])
    const data = fixture.tokenData(fixture.token(name))
    expect(data === null).toBe(model.isGone[token])
    if (data !== null && MAXIMA[token] !== 0n) expect(data.supply).toBe(total.toString())
  })
}

/** The write sets alone lead to the same state, and a snapshot does: nothing that was removed comes back. */
function expectReplay({ ledger }: TestChain): void {
  if (!(ledger instanceof LocalLedger)) throw new TypeError('not the ledger we know')
  const replayed = new State()
  for (let version = 0n; version <= ledger.head.version; version += 1n) {
    const transaction = ledger.transactionByVersion(version)
    if (transaction !== null) applyWriteSet(replayed, transaction)
  }
  expect(stateHash(replayed)).toBe(stateHash(ledger.state))
  const restored = new State()
  using frozen = new FrozenState(ledger.state)
  for (const frame of packResources(frozen)) unpackResources(frame, restored)
  for (const frame of packTables(frozen)) unpackTables(frame, restored)
  expect(stateHash(restored)).toBe(stateHash(ledger.state))
}
