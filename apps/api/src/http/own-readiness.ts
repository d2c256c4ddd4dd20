import type { Server } from 'node:http'
import { readiness } from '@opal/contract/network/health'

/** Longest wait for the answer: a scrape that is late loses every other metric with it. */
const TIMEOUT_MS = 2_000

/** The answer of `/readyz`, as metrics. */
export interface OwnReadiness {
  readonly isReady: boolean
  /** Newest ledger version of the chain's node; null where it does not answer. */
  readonly nodeVersion: number | null
}

/** Readiness of a server that does not answer. */
export const NOT_READY: OwnReadiness = { isReady: false, nodeVersion: null }

/** Reads what a server of this process answers at its own `/readyz`, as balancers ask. */
export async function readOwnReadiness(server: Pick<Server, 'address'>): Promise<OwnReadiness> {
  const at = server.address()
  if (at === null || typeof at === 'string') return NOT_READY
  try {
    const response = await fetch(`http://${hostOf(at.address)}:${at.port}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { data } = readiness.safeParse(await response.json())
    const version = data?.node.version ?? null
    return { isReady: response.ok, nodeVersion: version === null ? null : Number(version) }
  } catch {
    return NOT_READY
  }
}

/** Returns the host of a URL for an address that a server listens on. */
function hostOf(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  return address.includes(':') ? `[${address}]` : address
}
