import type { Client } from './client.ts'

/** Sharers of one group whose turns are stored; the one that was served first is deleted first. */
const MAX_ENTRIES = 50_000
/** Key of the group of all sites, for {@link FairTurns.delete}. */
export const ALL_SITES = ''

/** Sharers that take turns with each other: all sites, or the clients of one site. */
interface Group {
  /** Start tag of the job that was served last. */
  virtualTime: number
  /** By sharer; only those later than the virtual time. */
  readonly finishTags: Map<string, number>
}

/** A job as turns count it. */
export interface Job {
  readonly client: Client
  /** Share of a turn that it takes, relative to other jobs. */
  readonly cost: number
}

/**
 * Turns of sites, and of the clients of each site, by start-time fair queueing. A job starts where its sharer's last one finished, or
 * at the virtual time when that is later: a new sharer has neither a lead nor a debt. The finish tag of a sharer outlives its jobs,
 * so a client that sends one job after the other gains nothing over one whose jobs wait together. Jobs move it by what they cost.
 * @source P. Goyal, H. M. Vin, H. Cheng: Start-time Fair Queueing, SIGCOMM 1996
 */
export class FairTurns {
  /** Clients by the key of their site; all sites by {@link ALL_SITES}. */
  readonly #groups = new Map<string, Group>()

  /** Returns whether a job is served before another: by the turns of their sites, then of their clients, then the cheaper one. */
  isBefore(job: Job, other: Job): boolean {
    const [client, otherClient] = [job.client, other.client]
    const ofSites = this.#startTag(client, client.length - 1) - this.#startTag(otherClient, otherClient.length - 1)
    if (ofSites !== 0) return ofSites < 0
    const ofClients = this.#startTag(client, 0) - this.#startTag(otherClient, 0)
    return ofClients === 0 ? job.cost < other.cost : ofClients < 0
  }

  /** Records that a job is served. */
  take(job: Job): void {
    for (const level of job.client.keys()) {
      const startTag = this.#startTag(job.client, level)
      const around = groupKey(job.client, level)
      const group = this.#groups.get(around) ?? { virtualTime: 0, finishTags: new Map<string, number>() }
      this.#groups.set(around, group)
      advance(group, startTag)
    }
    this.charge(job)
  }

  /** Adds a cost to the turns of a job's client: what the job is served for, or what it turned out to cost beyond that. */
  charge({ client, cost }: Job): void {
    for (const [level, { key, clients }] of client.entries()) {
      const group = this.#groups.get(groupKey(client, level))
      if (group === undefined) continue
      const startTag = this.#startTag(client, level)
      group.finishTags.delete(key)
      group.finishTags.set(key, startTag + cost / clients)
      const [oldest] = group.finishTags.keys()
      if (group.finishTags.size > MAX_ENTRIES && oldest !== undefined) group.finishTags.delete(oldest)
    }
  }

  /** Deletes the turns within a site that has no more jobs, or those of all sites. @param site key of the site, or {@link ALL_SITES} */
  delete(site: string): void {
    this.#groups.delete(site)
  }

  #startTag(client: Client, level: number): number {
    const group = this.#groups.get(groupKey(client, level))
    return Math.max(group?.virtualTime ?? 0, group?.finishTags.get(client[level]?.key ?? '') ?? 0)
  }
}

function groupKey(client: Client, level: number): string {
  return client[level + 1]?.key ?? ALL_SITES
}

function advance(group: Group, startTag: number): void {
  if (startTag === group.virtualTime) return
  group.virtualTime = startTag
  for (const [key, finishTag] of group.finishTags) if (finishTag <= startTag) group.finishTags.delete(key)
}
