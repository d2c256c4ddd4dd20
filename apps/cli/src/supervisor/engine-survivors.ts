import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isSameProcessAlive, processIdentity } from '@opal/store/embedded/process-identity'
import { replaceFile } from '../replace-file.ts'

const POLL_MS = 50
/** Time that a survivor has to end after SIGTERM, before SIGKILL. */
const TIMEOUT_MS = 10_000

/** Records the process of an engine, by pid and start time. */
export function recordEngine(pidFile: string, pid: number): void {
  mkdirSync(dirname(pidFile), { recursive: true })
  replaceFile(pidFile, processIdentity(pid) ?? '')
}

/** Removes the record of an engine that has ended. */
export function deleteEngineRecord(pidFile: string): void {
  rmSync(pidFile, { force: true })
}

/**
 * Kills an engine, and what it has started in its group: a restore of Patroni's would go on without it. A server of PostgreSQL has a group of
 * its own, and is stopped in order.
 */
export function killEngine(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It has ended, or leads no group.
    }
  }
}

/**
 * Ends the engines that a killed supervisor left behind. A recorded pid that another process has by now is left alone.
 * @returns the names of those that were ended.
 */
export async function endSurvivors(folder: string): Promise<readonly string[]> {
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  const ended = await Promise.all(files.map(endSurvivor))
  return ended.filter((name) => name !== null)
}

async function endSurvivor(pidFile: string): Promise<string | null> {
  const identity = readFileSync(pidFile, 'utf8')
  const wasAlive = isSameProcessAlive(identity)
  for (const end of [askToEnd, killEngine]) {
    if (!isSameProcessAlive(identity)) break
    end(Number(identity.split('@')[0]))
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until && isSameProcessAlive(identity); )
      await delay(POLL_MS)
  }
  deleteEngineRecord(pidFile)
  return wasAlive ? pidFile.replace(/^.*\/(.*)\.pid$/, '$1') : null
}

function askToEnd(pid: number): void {
  process.kill(pid, 'SIGTERM')
  // A paused process receives the signal only when it continues.
  process.kill(pid, 'SIGCONT')
}
