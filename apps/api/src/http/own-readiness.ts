import type { Server } from 'node:http'

/** Longest wait for the answer: a scrape that is late loses every other metric with it. */
const TIMEOUT_MS = 2_000

/** Resolves whether a server of this process answers its own `/readyz` as ready, as balancers ask; false before it listens. */
export async function isReady(server: Pick<Server, 'address'>): Promise<boolean> {
  const at = server.address()
  if (at === null || typeof at === 'string') return false
  try {
    const response = await fetch(`http://${hostOf(at.address)}:${at.port}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** Returns the host of a URL for an address that a server listens on. */
function hostOf(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  return address.includes(':') ? `[${address}]` : address
}
