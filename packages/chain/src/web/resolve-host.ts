import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { MarketError } from '@opal/domain/errors'
import { Holdings } from '@opal/domain/limits/holdings'
import { hostOwner } from '@opal/domain/limits/host-owner'

/** Wait for one nameserver. An answering one needs milliseconds, and tens of them for a name that is not cached. */
const TIMEOUT_MS = 2_000
/** Wait for all nameservers of this machine together; after it the queries are cancelled. */
const DEADLINE_MS = 5_000
/** Names that are resolved at the same time; more fail immediately, since a nameserver may never answer. */
const CONCURRENCY = 128
/** The same for the hosts of one owner: a nameserver that never answers does not block other owners' hosts. */
const CONCURRENCY_PER_OWNER = 16
/** Time for which an answer is used again, and a failure: each image of a dead host would wait for its nameserver. */
const ANSWER_MS = 10_000
const FAILURE_MS = 20_000
/** Names whose outcome is stored; the oldest is deleted first. */
const MAX_ENTRIES = 2_000
/**
 * Addresses of each kind that a name may have; the others are left out. An answer has room for thousands, which would be in
 * memory for each name, and be looked through for each connection.
 */
const MAX_ADDRESSES = 16

/** The addresses of a host's name could not be found. */
class HostUnresolvedError extends MarketError {
  override readonly code = 'host-unresolved'
  override readonly retryable = true
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`The name of the host was not resolved: ${reason}.`, options)
  }
}

/** Returns some addresses of a host, IPv4 first; at least one. @throws HostUnresolvedError */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

export interface ResolverOptions {
  /** Nameservers, by address or address and port; those of this machine when left out. */
  readonly servers?: readonly string[]
  readonly timeoutMs?: number
  readonly deadlineMs?: number
  readonly concurrency?: number
  /** Milliseconds. */
  readonly now?: () => number
}

interface Outcome {
  readonly addresses: Promise<readonly LookupAddress[]>
  /** When it is asked for again; `Infinity` while it is being resolved. */
  endsAt: number
}

/**
 * Creates the resolver of names that strangers choose. It sends DNS queries itself: `dns.lookup` would occupy one of the few threads
 * that all lookups, file reads and compression of the process share, for ten seconds and longer where a nameserver does not answer.
 * So `/etc/hosts` does not count. Concurrent callers share the queries for a name, and outcomes are cached for some seconds.
 */
export function createHostResolver({
  servers,
  timeoutMs = TIMEOUT_MS,
  deadlineMs = DEADLINE_MS,
  concurrency = CONCURRENCY,
  now = () => performance.now(),
}: ResolverOptions = {}): ResolveHost {
  const outcomes = new Map<string, Outcome>()
  const running = new Holdings(concurrency, CONCURRENCY_PER_OWNER)

  const query = async (hostname: string): Promise<readonly LookupAddress[]> => {
    // A resolver for each name, so that its queries can be cancelled alone. It also gets a source port of its own.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
    if (servers !== undefined) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), deadlineMs)
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const found = [...addressesOf(v4, 4), ...addressesOf(v6, 6)]
      if (found.length > 0) return found
      throw new HostUnresolvedError('it has no address, or its nameserver does not answer', {
        cause: v4.status === 'rejected' ? v4.reason : undefined,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return (hostname) => {
    const known = outcomes.get(hostname)
    if (known !== undefined && known.endsAt > now()) return known.addresses
    const owner = [{ key: hostOwner(hostname), clients: 1 }]
    if (running.isFull || !running.hasShareLeft(owner))
      return Promise.reject(new HostUnresolvedError('too many names are being resolved'))
    running.add(owner)
    const outcome: Outcome = { addresses: query(hostname), endsAt: Number.POSITIVE_INFINITY }
    outcomes.delete(hostname)
    outcomes.set(hostname, outcome)
    const [oldest] = outcomes.keys()
    if (outcomes.size > MAX_ENTRIES && oldest !== undefined) outcomes.delete(oldest)
    const endAfter = (ms: number) => () => {
      running.remove(owner)
      outcome.endsAt = now() + ms
    }
    outcome.addresses.then(endAfter(ANSWER_MS), endAfter(FAILURE_MS))
    return outcome.addresses
  }
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): readonly LookupAddress[] {
  if (answer.status === 'rejected') return []
  return answer.value.slice(0, MAX_ADDRESSES).map((address) => ({ address, family }))
}
