import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account PostgreSQL runs under when we are root: PostgreSQL refuses to run as root. */
export interface ServiceAccount {
  readonly uid: number
  readonly gid: number
}

/**
 * `nobody` when this process is root, null otherwise (then PostgreSQL runs as the user himself).
 * No account is created and none is changed.
 */
export function serviceAccount(): ServiceAccount | null {
  if (process.getuid?.() !== 0) return null
  return accountNamed('nobody') ?? { uid: 65534, gid: 65534 }
}

function accountNamed(name: string): ServiceAccount | null {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
  } catch {
    return null
  }
}

/** May the account pass through every directory above `path`? (`/root` is closed to others on most systems.) */
export function canReach(account: ServiceAccount, path: string): boolean {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const { mode, uid, gid } = statSync(directory)
    const passes = uid === account.uid ? mode & 0o100 : gid === account.gid ? mode & 0o010 : mode & 0o001
    if (passes === 0) return false
    if (directory === dirname(directory)) return true
  }
}
