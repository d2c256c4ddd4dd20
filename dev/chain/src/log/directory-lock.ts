import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '@opal/domain/errors'
import { DirectoryBusyError } from '../ledger/errors.ts'

/** The process that holds a directory. */
interface Holder {
  readonly pid: number
  /** Start time of that process, so that a later process with the same number is not taken for it. */
  readonly startedAt: string
}

/**
 * Takes a directory for this process alone. A lock left by a process that is gone is taken over.
 * @throws DirectoryBusyError when another process, or this one, holds it.
 */
export function lockDirectory(directory: string): Disposable {
  const path = join(directory, 'chain.lock')
  if (!tryCreate(path)) {
    const holder = readHolder(path)
    if (holder !== null && startedAt(holder.pid) === holder.startedAt)
      throw new DirectoryBusyError(directory, holder.pid)
    removeQuietly(path)
    if (!tryCreate(path)) throw new DirectoryBusyError(directory, readHolder(path)?.pid ?? 0)
  }
  return { [Symbol.dispose]: () => removeQuietly(path) }
}

function tryCreate(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) }))
    closeSync(file)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return Number.isSafeInteger(holder.pid) ? holder : null
  } catch {
    return null
  }
}

/** Start of a living process: from /proc where there is one, else only that it lives. Null when it is gone. */
function startedAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'alive'
  } catch {
    return isAlive(pid) ? 'alive' : null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
