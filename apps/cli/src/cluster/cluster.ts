import type { DataDirectory } from '../start/data-directory.ts'
import type { ClusterPorts } from './ports.ts'
import type { RestoreTarget } from './restore/restore-target.ts'
import type { ClusterSecrets } from './secrets.ts'

/** A restore of an empty cluster: up to a time, or up to the last archived commit. */
export interface Restore {
  readonly target: RestoreTarget
  /** Timeline that it follows to its end, or to the time. */
  readonly timeline: number
  /** Label of the backup that it begins with. */
  readonly backup: string
}

/** Settings that the engines and programs of one cluster share. */
export interface Cluster {
  readonly directory: DataDirectory
  /** Data folder, with a subfolder for each engine; the accounts of the engines can read it. */
  readonly engines: string
  readonly ports: ClusterPorts
  readonly secrets: ClusterSecrets
  /** Null where there is a database, or a new one is made. */
  readonly restore: Restore | null
}

/** Every engine and program listens on this address. */
export const HOST = '127.0.0.1'
