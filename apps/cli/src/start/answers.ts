import { connect } from 'node:net'

const TIMEOUT_MS = 2_000

/** Resolves whether an address answers 2xx. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** Resolves whether an indexer has migrated the database; it answers before. */
export async function hasMigrated(indexer: string): Promise<boolean> {
  try {
    const response = await fetch(`${indexer}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const health = (await response.json()) as { readonly state?: string }
    return response.ok && health.state !== 'starting'
  } catch {
    return false
  }
}

/** Resolves whether a port of this machine takes connections. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
