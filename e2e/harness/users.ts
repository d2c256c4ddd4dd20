import { listUserTokens } from '@opal/contract/portfolio'
import type { Token } from '@opal/contract/tokens'
import { demoAccounts } from '@opal/dev-seeds/accounts/demo-cast'
import type { BrowserHarness } from './browser-harness.ts'
import type { Person } from './market.ts'
import { apiOf } from './running-instance.ts'
import { balanceOf } from './sdk.ts'

/** Requirements of a journey's user. */
export interface UserOptions {
  /** Least balance; enough for any token of the small market when left out. */
  readonly apt?: number
  /** A token that is for sale, or one that is not. */
  readonly holds?: 'listed' | 'unlisted'
  /** Whether such a token will do; any when left out. */
  readonly accepts?: (token: Token) => Promise<boolean>
}

/** A user with the requested assets. */
export interface TestUser extends Person {
  /** Tokens of the requested kind; none when no kind was. */
  readonly tokens: readonly Token[]
}

const FUNDED_APT = 500
const played = new WeakMap<BrowserHarness['network'], Set<string>>()

/** The demo's six are for journeys that only look, where there are others: a running instance offers them alone. */
function reservedNames({ accounts }: BrowserHarness['network']): readonly string[] {
  const demo = demoAccounts().map(({ name }) => name)
  return accounts.some(({ name }) => !demo.includes(name)) ? demo : []
}

/**
 * Reserves a user of the shared market for one journey: no other journey buys with their money, signs in as them or
 * changes their favourites. Never one of the demo's six people: they are for read-only journeys.
 * @throws Error that says what ran out.
 */
export async function createUser(
  { network }: BrowserHarness,
  { apt = FUNDED_APT, holds, accepts = async () => true }: UserOptions = {},
): Promise<TestUser> {
  const taken = played.get(network) ?? new Set(reservedNames(network))
  played.set(network, taken)
  const call = apiOf(network)
  for (const candidate of network.accounts) {
    if (taken.has(candidate.name)) continue
    const query =
      holds === undefined ? null : ({ type: holds === 'listed' ? 'listed' : 'non_listed', take: 100 } as const)
    const tokens =
      query === null ? [] : (await call(listUserTokens, { params: { wallet: candidate.address }, query })).data
    if ((await balanceOf(network, candidate)) < BigInt(apt) * 100_000_000n) continue
    const fitting: Token[] = []
    for (const token of tokens)
      if ((token.listedPrice !== null) === (holds === 'listed') && (await accepts(token))) fitting.push(token)
    if ((holds !== undefined && fitting.length === 0) || taken.has(candidate.name)) continue
    taken.add(candidate.name)
    return { ...candidate, tokens: fitting }
  }
  const requested = `${apt} APT${holds === undefined ? '' : ` and a token that is ${holds}`}`
  throw new Error(
    `The market ran out of people: of ${network.accounts.length}, ${taken.size} are played, and no other has ${requested}.`,
  )
}
