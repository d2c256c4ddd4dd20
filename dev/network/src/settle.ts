import { setTimeout as delay } from 'node:timers/promises'
import type { Readiness } from '@opal/contract/network/health'
import type { Localnet } from '@opal/dev-chain/start'

const TIMEOUT_MS = 60_000
const POLL_MS = 20

/**
 * Commits a block, and waits until the API has indexed the chain up to it.
 * @throws Error after a minute
 */
export async function settle({ ledger }: Pick<Localnet, 'ledger'>, apiUrl: string): Promise<void> {
  ledger.commitBlock()
  const goal = ledger.head.version
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await delay(POLL_MS)) {
    const response = await fetch(`${apiUrl}/readyz`)
    const { index } = (await response.json()) as Readiness
    if (index.version !== null && BigInt(index.version) >= goal) return
  }
  throw new Error(`The index did not reach version ${goal} within a minute.`)
}
