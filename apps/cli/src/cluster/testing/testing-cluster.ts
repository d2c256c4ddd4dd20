import { dataDirectory } from '../../start/data-directory.ts'
import type { Cluster } from '../cluster.ts'
import { clusterPorts } from '../ports.ts'
import { SECRET_NAMES } from '../secrets.ts'

/** A cluster of shifted ports that is to be made by initdb, for tests that read the configurations of its engines. */
export const TESTING_CLUSTER: Cluster = {
  directory: dataDirectory('/data'),
  engines: '/data/engines',
  ports: clusterPorts(100),
  secrets: Object.fromEntries(SECRET_NAMES.map((name) => [name, `secret-of-${name}`])) as Cluster['secrets'],
  restore: null,
}
