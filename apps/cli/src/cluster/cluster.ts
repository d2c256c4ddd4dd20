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
}

/** Everything listens here. */
export const HOST = '127.0.0.1'
