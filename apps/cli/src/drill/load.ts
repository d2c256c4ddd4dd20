import { setTimeout as delay } from 'node:timers/promises'
import { hashSessionToken, newSessionToken, sessionCookieName } from '@opal/api/auth/session-token'
import { createApiClient } from '@opal/contract/client'
import { getCollection, listCollections } from '@opal/contract/collections'
import { setFavourite } from '@opal/contract/collections/favourites'
import { BASE_PATHS, type Base } from '@opal/contract/http/endpoint'
import { listCollectionTokens } from '@opal/contract/tokens'
import { openSession } from '@opal/store/accounts/sessions'
import type { Store } from '@opal/store/driver/connection'
import { Problem } from '../problem.ts'
import type { NetworkJson } from '../start/network-json.ts'
import type { RequestKind, Sample } from './samples.ts'

/** Workers of a kind of request, each with one request at a time and a pause after it. */
interface Workers {
  readonly workers: number
  readonly pauseMs: number
}

/** The users that a load imitates. */
export interface LoadPlan {
  readonly workers: Readonly<Record<RequestKind, Workers>>
  /** Time within which all workers have started; left out, the pause of their kind. */
  readonly arriveMs?: number
  /** Returns the address from which the requests of a worker come; left out, all come from this machine. */
  readonly addressOf?: (worker: number) => string
}

const KINDS = ['page', 'read', 'write', 'media'] as const satisfies readonly RequestKind[]
/** Fault of a request that was refused because its client has sent too many. */
export const REFUSED = 'answered 429'
/** Timeout of a request. */
const TIMEOUT_MS = 10_000
const SESSION_MICROS = 86_400_000_000n
const COLLECTIONS = 10
const TOKENS = 5
const WIDTHS = [64, 128, 256, 512] as const

/** A running load on a cluster that imitates users. */
export interface Load extends AsyncDisposable {
  /** All samples since the start, oldest first. */
  readonly samples: readonly Sample[]
  record(sample: Sample): void
}

/** Requests to send: URLs of pages, calls and images, and writes of signed-in users. */
interface Targets {
  readonly page: readonly string[]
  readonly read: readonly string[]
  readonly media: readonly string[]
  readonly write: readonly RequestInit[]
  readonly writeUrl: string
}

/** Loads pages and images, calls the API and stars collections until disposed. The workers of a kind start one after the other. */
export async function startLoad(network: NetworkJson, store: Store, plan: LoadPlan): Promise<Load> {
  const targets = await chooseTargets(network, store)
  const samples: Sample[] = []
  const ending = new AbortController()
  const pause = (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => undefined)
  const worker = async (kind: RequestKind, first: number) => {
    const { workers, pauseMs } = plan.workers[kind]
    await pause(((plan.arriveMs ?? pauseMs) * first) / workers)
    for (let turn = first; !ending.signal.aborted; turn += workers) {
      const [url, init] = requestOf(targets, kind, turn)
      samples.push(await ask(kind, url, from(plan.addressOf?.(first), init)))
      await pause(pauseMs)
    }
  }
  const workers = KINDS.flatMap((kind) =>
    Array.from({ length: plan.workers[kind].workers }, (_, first) => worker(kind, first)),
  )
  return {
    samples,
    record: (sample) => void samples.push(sample),
    async [Symbol.asyncDispose]() {
      ending.abort()
      await Promise.all(workers)
    },
  }
}

async function chooseTargets({ web, socket, accounts }: NetworkJson, store: Store): Promise<Targets> {
  const call = createApiClient({ api: socket })
  const { data: collections } = await call(listCollections, { query: { take: COLLECTIONS } })
  const ids = collections.map(({ collectionId }) => collectionId)
  const pages = await Promise.all(
    ids.slice(0, TOKENS).map((id) => call(listCollectionTokens, { params: { id }, query: { limit: TOKENS } })),
  )
  const tokens = pages.flatMap(({ data }) => data)
  const images = tokens.flatMap(({ image }) => image ?? [])
  const cookies = await Promise.all(accounts.map(({ address }) => signIn(store, address)))
  const addressOf = ({ bases, path }: Called, id = '') =>
    `${socket}${BASE_PATHS[bases[0] ?? 'main']}${path.replace(':id', id)}`
  const targets: Targets = {
    page: [
      web,
      ...ids.map((id) => `${web}/collection/${id}`),
      ...tokens.map(({ collectionId, tokenDataId }) => `${web}/collection/${collectionId}/${tokenDataId}`),
    ],
    read: [
      addressOf(listCollections),
      ...ids.flatMap((id) => [addressOf(getCollection, id), addressOf(listCollectionTokens, id)]),
    ],
    media: images.flatMap((src) =>
      WIDTHS.map((width) => `${socket}/media/image?src=${encodeURIComponent(src)}&w=${width}`),
    ),
    // Sessions take turns, because the writes of one session are rate-limited.
    write: ids.flatMap((id) =>
      [false, true].flatMap((remove) => cookies.map((cookie) => favouriteCall(cookie, web, id, remove))),
    ),
    writeUrl: addressOf(setFavourite),
  }
  await requireAnswers(targets)
  return targets
}

interface Called {
  readonly bases: readonly Base[]
  readonly path: string
}

/** Sends the first and the last request of each kind once. @throws Problem when a healthy cluster does not answer one. */
async function requireAnswers(targets: Targets): Promise<void> {
  for (const kind of KINDS) {
    const { length } = targets[kind]
    if (length === 0) throw new Problem(`The market has nothing to request: no ${kind}.`)
    for (const turn of [0, length - 1]) {
      const [url, init] = requestOf(targets, kind, turn)
      const fault = await faultOfAnswer(url, init)
      if (fault !== null) throw new Problem(`${url} does not answer although every part is healthy: ${fault}.`)
    }
  }
}

/** Opens a session as signing in does. @returns its `Cookie` header. */
async function signIn(store: Store, wallet: string): Promise<string> {
  const token = newSessionToken()
  const now = BigInt(Date.now()) * 1000n
  const times = { openedAtMicros: now, expiresAtMicros: now + SESSION_MICROS }
  await openSession(store, hashSessionToken(token), { wallet, ...times, authKey: wallet })
  return `${sessionCookieName('local')}=${token}`
}

function favouriteCall(cookie: string, origin: string, collectionId: string, remove: boolean): RequestInit {
  return {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ collectionId, delete: remove }),
  }
}

function requestOf(targets: Targets, kind: RequestKind, turn: number): readonly [string, RequestInit] {
  const list = targets[kind]
  const chosen = list[turn % list.length]
  return typeof chosen === 'string' ? [chosen, {}] : [targets.writeUrl, chosen ?? {}]
}

/** Returns a request as a proxy would forward it for a client at an address. */
function from(address: string | undefined, init: RequestInit): RequestInit {
  return address === undefined ? init : { ...init, headers: { ...init.headers, 'x-forwarded-for': address } }
}

async function ask(kind: RequestKind, url: string, init: RequestInit): Promise<Sample> {
  const startedAt = performance.now()
  const fault = await faultOfAnswer(url, init)
  return { kind, startedAt, endedAt: performance.now(), fault }
}

async function faultOfAnswer(url: string, init: RequestInit): Promise<string | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.ok ? null : `answered ${response.status}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}

/** Acknowledged commits: sessions opened one after the other on the primary. */
export interface Commits extends AsyncDisposable {
  /** Hashes of the sessions acknowledged so far. */
  readonly acknowledged: readonly string[]
}

const COMMIT_PAUSE_MS = 20

/**
 * Opens sessions until disposed, and records each once PostgreSQL has acknowledged it. Each is of a wallet of its own, because a wallet
 * with many sessions loses its oldest.
 */
export function startCommits(store: Store): Commits {
  const acknowledged: string[] = []
  const ending = new AbortController()
  const run = async () => {
    while (!ending.signal.aborted) {
      const hash = hashSessionToken(newSessionToken())
      const wallet = `0x${hash}`
      const now = BigInt(Date.now()) * 1000n
      const times = { openedAtMicros: now, expiresAtMicros: now + SESSION_MICROS }
      const isDone = await openSession(store, hash, { wallet, ...times, authKey: wallet }).then(
        () => true,
        () => false,
      )
      if (isDone) acknowledged.push(hash)
      await delay(COMMIT_PAUSE_MS)
    }
  }
  const running = run()
  return {
    acknowledged,
    async [Symbol.asyncDispose]() {
      ending.abort()
      await running
    },
  }
}
