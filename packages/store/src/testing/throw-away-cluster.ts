import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../embedded/postgres-server.ts'
import { isSameProcessAlive, processIdentity } from '../embedded/process-identity.ts'
import { stopSurvivor } from '../embedded/survivor.ts'

const PREFIX = 'opal-test-cluster-'

/** A cluster in the system's temporary folder that disappears with its disposal. */
export async function startThrowAwayCluster(): Promise<PostgresServer> {
  await sweep()
  const home = mkdtempSync(join(tmpdir(), PREFIX))
  // mkdtemp closes the directory to everybody else, and as root PostgreSQL runs as nobody.
  chmodSync(home, 0o755)
  writeFileSync(join(home, 'owner'), processIdentity(process.pid) ?? '')
  const server = await startPostgres({ dataDir: join(home, 'data'), port: 0, durable: false })
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Ends and removes what killed test runs left behind. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = join(tmpdir(), name)
    try {
      if (isSameProcessAlive(readFileSync(join(home, 'owner'), 'utf8'))) continue
      await stopSurvivor(join(home, 'data'))
      rmSync(home, { recursive: true, force: true })
    } catch {
      // Another run is making or sweeping it, or another user owns it: theirs to deal with.
    }
  }
}
