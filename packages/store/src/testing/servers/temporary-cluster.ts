import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresOptions, type PostgresServer, startPostgres } from '../../embedded/postgres-server.ts'
import { isSameProcessAlive, processIdentity } from '../../embedded/process-identity.ts'
import { stopSurvivor } from '../../embedded/survivor.ts'

const PREFIX = 'opal-test-cluster-'
/** Linux keeps these files in memory. A database is a thousand files, and copying one takes a quarter of the time there. */
const MEMORY_FOLDER = '/dev/shm'
/** Free memory that the clusters of a run need at most, generously. Docker gives 64 MB by default. */
const MIN_FREE_BYTES = 4 * 2 ** 30

/** A cluster with a folder that disappears with it. */
export interface TemporaryCluster extends PostgresServer {
  /** Its own folder; the cluster's is `data` in it. */
  readonly home: string
}

/**
 * Starts a cluster in the system's temporary folder that disappears with its disposal.
 * @param options.inMemory puts its files into memory where there is room: for databases that are known to be small.
 * @param options.settings of the server that differ.
 */
export async function startTemporaryCluster({
  inMemory = false,
  settings = {},
}: Pick<PostgresOptions, 'settings'> & { readonly inMemory?: boolean } = {}): Promise<TemporaryCluster> {
  await sweep()
  const home = mkdtempSync(join(inMemory && hasRoomInMemory() ? MEMORY_FOLDER : tmpdir(), PREFIX))
  // mkdtemp closes the directory to everyone else, and as root PostgreSQL runs as nobody.
  chmodSync(home, 0o755)
  writeFileSync(join(home, 'owner'), processIdentity(process.pid) ?? '')
  const server = await startPostgres({ dataDir: join(home, 'data'), port: 0, durable: false, settings })
  return {
    ...server,
    home,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

/** Ends and removes what killed test runs left behind. */
async function sweep(): Promise<void> {
  for (const home of [tmpdir(), MEMORY_FOLDER].flatMap(clustersIn)) {
    try {
      if (isSameProcessAlive(readFileSync(join(home, 'owner'), 'utf8'))) continue
      await stopSurvivor(join(home, 'data'))
      rmSync(home, { recursive: true, force: true })
    } catch {
      // Another run is making or sweeping it, or another user owns it: theirs to deal with.
    }
  }
}

function clustersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => join(folder, entry))
}
