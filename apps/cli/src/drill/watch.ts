import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '@opal/store/driver/connection'
import { readCheckpoint } from '@opal/store/queries/indexer-state'
import * as z from 'zod'
import type { NetworkJson } from '../start/network-json.ts'
import type { Load } from './load.ts'
import type { SampleKind } from './samples.ts'
import type { Followers } from './sockets.ts'

const EVERY_MS = 250
/** How far the index may be behind the chain, milliseconds. */
const LAG_MS = 2_000
const TIMEOUT_MS = 3_000

const Ledger = z.object({ ledger_version: z.string() })

export interface WatchOptions {
  readonly network: Pick<NetworkJson, 'node'>
  readonly store: Store
  readonly load: Load
  readonly followers: Followers
}

/** Checks four times a second that the index follows the chain and every socket is live, and adds the results to the load's samples. */
export function startWatch({ network, store, load, followers }: WatchOptions): AsyncDisposable {
  const ending = new AbortController()
  const heads: { readonly at: number; readonly version: bigint }[] = []
  const looks: Readonly<Partial<Record<SampleKind, () => Promise<string | null>>>> = {
    index: async () => {
      heads.push({ at: performance.now(), version: await headOf(network.node) })
      const due = heads.findLast(({ at }) => at <= performance.now() - LAG_MS)
      const indexed = await within(readCheckpoint(store))
      if (due !== undefined && (indexed?.nextVersion ?? 0n) <= due.version) return 'behind the chain'
      return null
    },
    socket: async () => {
      const away = followers.all.filter(({ state }) => state !== 'live').length
      return away === 0 ? null : `${away} not live`
    },
  }
  const watch = async (kind: SampleKind, look: () => Promise<string | null>) => {
    while (!ending.signal.aborted) {
      const startedAt = performance.now()
      const fault = await look().catch((error: Error) => error.message)
      load.record({ kind, startedAt, endedAt: performance.now(), fault })
      await delay(EVERY_MS)
    }
  }
  const watches = Object.entries(looks).map(([kind, look]) => watch(kind as SampleKind, look))
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await Promise.all(watches)
    },
  }
}

async function headOf(node: string): Promise<bigint> {
  const response = await fetch(node, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return BigInt(Ledger.parse(await response.json()).ledger_version)
}

/** A frozen server answers nothing: the check fails then. */
async function within<Result>(work: Promise<Result>): Promise<Result> {
  const late = delay(TIMEOUT_MS).then(() => {
    throw new Error('the database does not answer')
  })
  return await Promise.race([work, late])
}
