import type { Client } from './client.ts'

/** Sharers of one group whose turns are stored; the one that was served first is deleted first. */
const MAX_REMEMBERED = 50_000

/** Sharers that take turns with each other: all sites, or the clients of one site. */
interface Group {
  /** Start tag of the work that was served last. */
  virtualTime: number
  /** Where they are later than the virtual time. */
  readonly finishTags: Map<string, number>
}

/**
 * Turns of sites, and of the clients of each site, by start-time fair queueing. A work starts where the last one of its sharer finished,
 * or at the virtual time when that is later: who comes later has missed no turn, and owes none. One who leaves and returns is where it
 * was, so coming one work after the other is no way past those who have several waiting.
 * @source P. Goyal, H. M. Vin, H. Cheng: Start-time Fair Queueing, SIGCOMM 1996
 */
export class FairTurns {
  /** Clients by the key of their site; all sites by the empty key. */
  readonly #groups = new Map<string, Group>()

  /** Compares sites, and then clients. */
  isBefore(client: Client, other: Client): boolean {
    const difference = this.#startTag(client, client.length - 1) - this.#startTag(other, other.length - 1)
    return difference === 0 ? this.#startTag(client, 0) < this.#startTag(other, 0) : difference < 0
  }

  /** Records that a work of this client is served. */
  take(client: Client): void {
    for (const [level, { key, clients }] of client.entries()) {
      const startTag = this.#startTag(client, level)
      const around = groupKey(client, level)
      const group = this.#groups.get(around) ?? { virtualTime: 0, finishTags: new Map<string, number>() }
      this.#groups.set(around, group)
      advance(group, startTag)
      group.finishTags.delete(key)
      group.finishTags.set(key, startTag + 1 / clients)
      const [oldest] = group.finishTags.keys()
      if (group.finishTags.size > MAX_REMEMBERED && oldest !== undefined) group.finishTags.delete(oldest)
    }
  }

  /** Forgets the turns within a site that has no work any more; those of all sites when no key is given. */
  forget(site = ''): void {
    this.#groups.delete(site)
  }

  #startTag(client: Client, level: number): number {
    const group = this.#groups.get(groupKey(client, level))
    return Math.max(group?.virtualTime ?? 0, group?.finishTags.get(client[level]?.key ?? '') ?? 0)
  }
}

function groupKey(client: Client, level: number): string {
  return client[level + 1]?.key ?? ''
}

function advance(group: Group, startTag: number): void {
  if (startTag === group.virtualTime) return
  group.virtualTime = startTag
  for (const [key, finishTag] of group.finishTags) if (finishTag <= startTag) group.finishTags.delete(key)
}
