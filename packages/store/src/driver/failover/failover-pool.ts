import pg from 'pg'
import { isOutdatedPlan, isReadOnlyServer, UnreplicatedCommitError } from '../faults.ts'

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** Members of a client that the driver's types omit. */
interface Internals {
  readonly connection: pg.Connection
  _getActiveQuery(): { callback: (error: Error | null, ...rest: unknown[]) => void } | null
}

/**
 * A pool that survives a failover, and a migration. When a server refuses writes, or a prepared statement whose columns have changed, connections
 * opened before are not used again. A commit that no standby has confirmed fails.
 */
export class FailoverPool extends pg.Pool {
  readonly #open = new Set<pg.PoolClient>()
  readonly #outdated = new WeakSet<pg.PoolClient>()

  readonly #check: ((client: pg.PoolClient) => Promise<void>) | undefined

  /** @param check called with each connection before it is used. The connection is not used if this throws. */
  constructor(config: pg.PoolConfig, check?: (client: pg.PoolClient) => Promise<void>) {
    super(config)
    this.#check = check
    this.on('connect', (client) => {
      this.#open.add(client)
      failUnreplicated(client)
      internalsOf(client).connection.on('errorMessage', (error: unknown) => {
        if (isReadOnlyServer(error) || isOutdatedPlan(error)) this.renew()
      })
    })
    this.on('remove', (client) => this.#open.delete(client))
  }

  /** Retires the current connections: statements in progress continue, new ones get new connections. */
  renew(): void {
    for (const client of this.#open) this.#outdated.add(client)
  }

  /** Closes every connection of a frozen server. Statements in progress fail as after any lost connection. */
  breakConnections(): void {
    for (const client of this.#open) internalsOf(client).connection.stream.destroy()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connectToCurrent()
    super.connect(callback)
    return undefined
  }

  async #connectToCurrent(): Promise<pg.PoolClient> {
    while (true) {
      const client = await super.connect()
      if (this.#outdated.has(client)) {
        client.release(true)
        continue
      }
      try {
        await this.#check?.(client)
        return client
      } catch (error) {
        client.release()
        throw error
      }
    }
  }
}

function internalsOf(client: pg.PoolClient): Internals {
  return client as unknown as Internals
}

/**
 * Rejects statements whose wait for a standby was canceled. PostgreSQL reports success with a warning for them.
 * @source https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION
 */
function failUnreplicated(client: pg.PoolClient): void {
  client.on('notice', ({ routine }) => {
    // The message is localized; the name of the routine is not.
    if (routine !== 'SyncRepWaitForLSN') return
    const query = internalsOf(client)._getActiveQuery()
    if (query === null) return
    const answer = query.callback
    query.callback = (error) => answer(error ?? new UnreplicatedCommitError())
  })
}
