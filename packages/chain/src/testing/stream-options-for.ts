import type { StreamOptions } from '../stream/stream-options.ts'

/** Returns options for reading a test's server, from version 0 on and without long waits. */
export function streamOptionsFor(address: string, options: Partial<StreamOptions> = {}): StreamOptions {
  return {
    address,
    tls: false,
    apiKey: null,
    fromVersion: 0n,
    chainId: 4,
    signal: new AbortController().signal,
    backoff: { firstMs: 1, maxMs: 2 },
    ...options,
  }
}
