import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '@opal/domain/errors'
import { isSameProcessAlive, processIdentity } from '@opal/store/embedded/process-identity'
import { removeLeftLock, takeLock } from '../left-lock.ts'

const POLL_MS = 200
/** Longest time between creating a lock file and writing to it. */
const EMPTY_MS = 1_000

/** A build that no other start of this clone does at the same time. Disposing lets others build. */
export interface BuildLock extends Disposable {
  /** Whether another start held the lock before; it may have built already. */
  readonly waited: boolean
}

/** Takes the lock file, from its holder as soon as that is done or gone. @throws when `signal` comes first. */
export async function takeBuildLock(path: string, signal?: AbortSignal): Promise<BuildLock> {
  mkdirSync(dirname(path), { recursive: true })
  const mine = processIdentity(process.pid) ?? String(process.pid)
  for (let waited = false; ; waited = true) {
    if (takeLock(path, mine)) return { waited, [Symbol.dispose]: () => rmSync(path, { force: true }) }
    const left = leftBy(path)
    if (left !== null) removeLeftLock(path, left)
    else await delay(POLL_MS, undefined, signal ? { signal } : {})
  }
}

/** Returns what a process that is gone has written to the lock; null where its holder lives, or it is free by now. */
function leftBy(path: string): string | null {
  try {
    const holder = readFileSync(path, 'utf8')
    // Empty until its holder has written to it; a holder that was killed first leaves it empty for good.
    const lives = holder === '' ? Date.now() - statSync(path).mtimeMs < EMPTY_MS : isSameProcessAlive(holder)
    return lives ? null : holder
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
