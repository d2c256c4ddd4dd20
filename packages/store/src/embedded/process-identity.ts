import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { errorCode } from '@opal/domain/errors'

/**
 * Identifies one run of a process by its pid and start time, so that a reused pid is not taken for the old
 * process.
 * @returns null when no such process lives.
 */
export function processIdentity(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return null
  }
  const began = process.platform === 'linux' ? beganOnLinux(pid) : beganElsewhere(pid)
  return began === null ? null : `${pid}@${began}`
}

/** Returns whether the process of a {@link processIdentity} still runs. */
export function isSameProcessAlive(identity: string): boolean {
  return processIdentity(Number(identity.split('@')[0])) === identity
}

/** Reads field 22 of `/proc/<pid>/stat`, in clock ticks since boot; a zombie counts as ended. */
function beganOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

function beganElsewhere(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}
