import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@opal/store/driver/connection'
import { serviceAccount } from '@opal/store/embedded/service-account'

/** A database whose disk can be filled. */
export interface SmallDisk extends Disposable {
  readonly databaseUrl: string
  /** `file system`: a real one of some megabytes; `trigger`: PostgreSQL is made to say 53100, where nothing can be mounted. */
  readonly kind: 'file system' | 'trigger'
  fill(): Promise<void>
  free(): Promise<void>
}

const SIZE = '40m'
/** Room that is left when the disk is "full": a few pages, so that writes begin and then fail. */
const LEFT_BYTES = 128 * 1024

/**
 * Returns a database of its own in a cluster, in a table space on a small file system in memory.
 * @param home an empty folder that the server's account can reach.
 */
export async function createSmallDisk(clusterUrl: string, home: string): Promise<SmallDisk> {
  const folder = join(home, 'small')
  const isMounted = mountMemory(folder)
  const databaseUrl = await createDatabase(clusterUrl, isMounted ? folder : null)
  return isMounted ? onFileSystem(databaseUrl, folder) : withTrigger(databaseUrl)
}

/** Needs root, or the right to mount; false without. */
function mountMemory(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  const owner = serviceAccount()
  const rights = owner === null ? '' : `,uid=${owner.uid},gid=${owner.gid}`
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700${rights}`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function createDatabase(clusterUrl: string, folder: string | null): Promise<string> {
  await using store = connect({ connectionString: clusterUrl, applicationName: 'opal-test', maxConnections: 1 })
  if (folder !== null) await store.pool.query(`create tablespace small location '${folder}'`)
  await store.pool.query(`create database small ${folder === null ? '' : 'tablespace small'}`)
  const url = new URL(clusterUrl)
  url.pathname = 'small'
  return url.href
}

function onFileSystem(databaseUrl: string, folder: string): SmallDisk {
  const filler = join(folder, 'filler')
  return {
    databaseUrl,
    kind: 'file system',
    async fill() {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES))
    },
    free: async () => rmSync(filler),
    [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', folder]),
  }
}

function withTrigger(databaseUrl: string): SmallDisk {
  const run = async (statements: string) => {
    await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test', maxConnections: 1 })
    await store.pool.query(statements)
  }
  return {
    databaseUrl,
    kind: 'trigger',
    fill: () =>
      run(`create function public.disk_full() returns trigger language plpgsql as
          $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
        create trigger disk_full before insert on market.order_events execute function public.disk_full();`),
    free: () => run('drop function public.disk_full() cascade'),
    [Symbol.dispose]: () => undefined,
  }
}
