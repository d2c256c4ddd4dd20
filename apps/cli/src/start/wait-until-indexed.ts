import { setTimeout as delay } from 'node:timers/promises'
import type { Readiness } from '@opal/contract/network/health'
import { Problem } from '../problem.ts'

const TIMEOUT_MS = 120_000

/**
 * Waits until the API shows the chain's head of the moment of the call.
 * @param note called with the progress, for the live line
 */
export async function waitUntilIndexed(
  apiOrigin: string,
  signal: AbortSignal,
  note: (words: string) => void,
): Promise<void> {
  let goal: bigint | null = null
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await delay(100)) {
    if (signal.aborted) throw new Problem('The start was given up.')
    const readiness = await readReadiness(apiOrigin)
    if (readiness?.node.version == null) continue
    goal ??= BigInt(readiness.node.version)
    const version = BigInt(readiness.index.version ?? -1)
    note(`${version.toLocaleString('en')} of ${goal.toLocaleString('en')} transactions`)
    if (version >= goal) return
  }
  throw new Problem(`The indexer does not catch up with the chain: see indexer.log and ${apiOrigin}/readyz.`)
}

/** Answers 503 with the same body while it is behind. */
async function readReadiness(apiOrigin: string): Promise<Readiness | null> {
  try {
    const response = await fetch(`${apiOrigin}/readyz`, { signal: AbortSignal.timeout(5_000) })
    return (await response.json()) as Readiness
  } catch {
    return null
  }
}
