import type { DataDirectory } from '../start/data-directory.ts'
import type { ClusterPorts } from './ports.ts'
import type { ClusterSecrets } from './secrets.ts'

/** What the engines and programs of one cluster share. */
export interface Cluster {
  readonly directory: DataDirectory
  /** Holds a folder for each engine; the accounts of the engines can reach it. */
  readonly engines: string
  readonly ports: ClusterPorts
  readonly secrets: ClusterSecrets
  /** Set where an empty cluster is made from its backups: up to a time, or up to the last commit that was archived. */
  readonly restoreTo: RestoreTarget | null
}

/** A time as PostgreSQL reads it, with its zone. */
export type RestoreTarget = { readonly time: string } | 'latest'

/** Everything listens here. */
export const HOST = '127.0.0.1'
