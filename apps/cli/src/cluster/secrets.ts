import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../replace-file.ts'

/** Names of the passwords. */
export const SECRET_NAMES = [
  'superuser',
  'replication',
  'rewind',
  'patroni',
  'owner',
  'api',
  'pgbouncer',
  'monitor',
  'redis',
  'sentinel',
  's3Key',
  's3Secret',
] as const

/** Passwords of a cluster, each generated once. */
export type ClusterSecrets = Readonly<Record<(typeof SECRET_NAMES)[number], string>>

/** Reads the passwords of the cluster in a folder, and generates missing ones. Only our account can read the file. */
export function readSecrets(folder: string): ClusterSecrets {
  const file = join(folder, 'secrets.json')
  const stored: Partial<ClusterSecrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, stored[name] ?? randomBytes(18).toString('hex')]),
  ) as ClusterSecrets
  // A backup reads them, too, also where the disk is full.
  if (SECRET_NAMES.some((name) => stored[name] === undefined))
    replaceFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}
