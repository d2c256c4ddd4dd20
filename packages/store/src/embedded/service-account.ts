import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The account that PostgreSQL runs under when we are root: PostgreSQL refuses to run as root. */
export interface ServiceAccount {
  readonly uid: number
  readonly gid: number
  /** Whether unrelated services run as this account too, and so could read and change the database's files. */
  readonly isShared: boolean
}

/** Accounts for databases alone, where a system has them. */
const OWN_ACCOUNTS = ['opal', 'postgres'] as const
const NOBODY = 65_534

/**
 * Returns null when this process is not root (PostgreSQL runs as the current user then), else the account that
 * {@link chooseAccount} picks.
 * @param cluster folder of the cluster, which may not exist yet.
 */
export function serviceAccount(cluster?: string): ServiceAccount | null {
  if (process.getuid?.() !== 0) return null
  return chooseAccount(readPasswd(), ownerOf(cluster))
}

/**
 * Picks the owner of an existing cluster, else a database account, else `nobody`. Creates and changes no account.
 * @param passwd lines of `/etc/passwd`.
 * @param owner of the cluster's files; null where there are none, or root's.
 */
export function chooseAccount(passwd: string, owner: Omit<ServiceAccount, 'isShared'> | null): ServiceAccount {
  const unprivileged = accountNamed(passwd, 'nobody') ?? { uid: NOBODY, gid: NOBODY }
  const own = OWN_ACCOUNTS.map((name) => accountNamed(passwd, name)).find((account) => account !== null)
  const account = owner ?? own ?? unprivileged
  return { ...account, isShared: account.uid === unprivileged.uid || account.uid === NOBODY }
}

/** Returns an account of the system by its name; null when there is none. */
export function systemAccount(name: string): Omit<ServiceAccount, 'isShared'> | null {
  return accountNamed(readPasswd(), name)
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

function accountNamed(passwd: string, name: string): Omit<ServiceAccount, 'isShared'> | null {
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

function ownerOf(cluster: string | undefined): Omit<ServiceAccount, 'isShared'> | null {
  const version = cluster === undefined ? '' : join(cluster, 'PG_VERSION')
  if (!existsSync(version)) return null
  const { uid, gid } = statSync(version)
  return uid === 0 ? null : { uid, gid }
}

/**
 * Returns whether the account may pass through every directory above `path`. (`/root` is closed to others on most
 * systems.)
 */
export function canReach(account: ServiceAccount, path: string): boolean {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const { mode, uid, gid } = statSync(directory)
    const passes = uid === account.uid ? mode & 0o100 : gid === account.gid ? mode & 0o010 : mode & 0o001
    if (passes === 0) return false
    if (directory === dirname(directory)) return true
  }
}
