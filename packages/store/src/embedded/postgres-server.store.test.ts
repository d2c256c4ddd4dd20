import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../migrate.ts'
import { startPostgres } from './postgres-server.ts'
import { isSameProcessAlive, processIdentity } from './process-identity.ts'
import { serviceAccount } from './service-account.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-postgres-test-'))
  // PostgreSQL runs as another account when the tests run as root, and mkdtemp closes the directory to others.
  execFileSync('chmod', ['755', home])
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function ask(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded PostgreSQL', () => {
  test('keeps its rows over a restart', async () => {
    const dataDir = join(home, 'pg')
    {
      await using server = await startPostgres({ dataDir, port: 0 })
      await ask(server.databaseUrl, "create table persisted as select 'Ünïcode' as word")
    }
    mkdirSync(`${dataDir}.opal-new-killed/base`, { recursive: true })
    // Someone's own folder.
    mkdirSync(`${dataDir}.new-backup`)
    await using again = await startPostgres({ dataDir, port: 0 })
    expect(readdirSync(home).filter((name) => name.includes('new-'))).toEqual(['pg.new-backup'])
    expect(await ask(again.databaseUrl, 'select lower(word) as word from persisted')).toEqual([{ word: 'ünïcode' }])
  })

  test("has a user for the API in addition to the owner, with a password that does not reveal the owner's", async () => {
    await using server = await startPostgres({ dataDir: join(home, 'pg'), port: 0 })
    await migrate(server.databaseUrl)
    await ask(server.apiDatabaseUrl, `insert into account.favourites (wallet, collection_id) values ('0x1', '0xc')`)
    await expect(ask(server.apiDatabaseUrl, 'create table market.planted ()')).rejects.toThrow('permission denied')
    const passwords = [server.databaseUrl, server.apiDatabaseUrl].map((url) => new URL(url).password)
    expect(new Set(passwords).size).toBe(2)
    const asOwner = server.apiDatabaseUrl.replace('opal_api_user', 'opal')
    await expect(ask(asOwner, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('recovers what was committed when the server is killed', async () => {
    const dataDir = join(home, 'pg')
    const killed = await startPostgres({ dataDir, port: 0 })
    await ask(killed.databaseUrl, 'create table persisted as select 7 as n')
    process.kill(killed.pid, 'SIGKILL')
    await killed.exited
    await using again = await startPostgres({ dataDir, port: 0 })
    expect(await ask(again.databaseUrl, 'select n from persisted')).toEqual([{ n: 7 }])
  })

  test('says that it still starts for as long as a recovery takes: who waits for it gives up what says nothing', async () => {
    const dataDir = join(home, 'pg')
    const archived = { wal_level: 'replica' }
    await (await startPostgres({ dataDir, port: 0, settings: archived }))[Symbol.asyncDispose]()
    const lines: string[] = []
    writeFileSync(join(dataDir, 'recovery.signal'), '')
    // Each segment that it asks for takes a moment, and is nowhere.
    const settings = { ...archived, hot_standby: 'off', restore_command: 'sleep 1; exit 1' }
    await using server = await startPostgres({
      dataDir,
      port: 0,
      settings,
      noteEveryMs: 200,
      log: (line) => lines.push(line),
    })
    expect(lines.filter((line) => line.startsWith('PostgreSQL still starts, after ')).length).toBeGreaterThan(2)
    expect(await ask(server.databaseUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('ends a server whose starter was killed and takes its place', async () => {
    const dataDir = join(home, 'pg')
    const program = `
      const { startPostgres } = await import(${JSON.stringify(new URL('./postgres-server.ts', import.meta.url).href)})
      const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, port: 0 })
      process.stdout.write(String(server.pid), () => process.kill(process.pid, 'SIGKILL'))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    const survivor = processIdentity(Number(stdout))
    expect(survivor).not.toBeNull()
    await using server = await startPostgres({ dataDir, port: 0 })
    expect(isSameProcessAlive(survivor as string)).toBe(false)
    expect(await ask(server.databaseUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('starts, and leaves it alone, where another process of its account has the pid that one of before a restart of the machine left', async () => {
    const dataDir = join(home, 'pg')
    await (await startPostgres({ dataDir, port: 0 }))[Symbol.asyncDispose]()
    const account = serviceAccount(dataDir)
    const other = spawn('sleep', ['600'], { stdio: 'ignore', ...(account && { uid: account.uid, gid: account.gid }) })
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other, 'spawn')
    writeFileSync(join(dataDir, 'postmaster.pid'), `${other.pid}\n${dataDir}\n1764000000\n5432\n\n127.0.0.1\n`)
    await using server = await startPostgres({ dataDir, port: 0 })
    expect(await ask(server.databaseUrl, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(other.exitCode ?? other.signalCode).toBeNull()
  })

  test.each(['PG_VERSION', 'base/1/PG_VERSION'])(
    'is created by the next start where one was killed when it had written %s',
    async (written) => {
      const dataDir = join(home, 'pg')
      const program = `
        const { startPostgres } = await import(${JSON.stringify(new URL('./postgres-server.ts', import.meta.url).href)})
        await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, port: 0 })`
      const killed = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
      await vi.waitFor(() => expect(globSync(`pg*/${written}`, { cwd: home })).toHaveLength(1), {
        timeout: 60_000,
        interval: 2,
      })
      killed.kill('SIGKILL')
      await once(killed, 'exit')
      await using server = await startPostgres({ dataDir, port: 0 })
      expect(await ask(server.databaseUrl, 'select 1 as n')).toEqual([{ n: 1 }])
    },
  )

  test('refuses a directory that holds something else and leaves it alone', async () => {
    const dataDir = join(home, 'photos')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'cat.jpg'), 'meow')
    await expect(startPostgres({ dataDir, port: 0 })).rejects.toMatchObject({
      problem: 'directory-foreign',
      message: expect.stringContaining('photos holds files that are not Opal'),
    })
  })

  test('refuses a directory made by another major version', async () => {
    const dataDir = join(home, 'pg')
    await (await startPostgres({ dataDir, port: 0 }))[Symbol.asyncDispose]()
    writeFileSync(join(dataDir, 'PG_VERSION'), '12\n')
    await expect(startPostgres({ dataDir, port: 0 })).rejects.toMatchObject({
      problem: 'directory-incompatible',
      // What users have written there is nowhere else: the message does not advise to delete it.
      message: expect.not.stringContaining('--reset'),
    })
  })

  test('names a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    try {
      await expect(startPostgres({ dataDir: join(home, 'pg'), port })).rejects.toMatchObject({
        problem: 'port-taken',
        message: expect.stringContaining(String(port)),
      })
    } finally {
      other.close()
    }
  })
})
