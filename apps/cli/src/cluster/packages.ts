import { allowServices, aptInstall, canInstall, missingPackages } from '../debian/apt-get.ts'
import { Problem } from '../problem.ts'

/** Debian packages that a cluster needs, each with its purpose. */
export const CLUSTER_PACKAGES: Readonly<Record<string, string>> = {
  'etcd-server': 'decides which PostgreSQL is the primary',
  postgresql: 'the database, on three servers',
  patroni: 'replicates it, and fails over',
  'python3-etcd': 'lets Patroni talk to etcd',
  haproxy: 'sends clients to the primary, and to healthy replicas, APIs and sites',
  pgbouncer: 'shares connections to PostgreSQL',
  pgbackrest: 'backs PostgreSQL up, to any second',
  'redis-server': 'is shared by the APIs: live updates, limits',
  'redis-sentinel': 'fails Redis over',
  prometheus: 'collects the metrics of everything',
  'prometheus-postgres-exporter': 'serves those of PostgreSQL',
  'prometheus-redis-exporter': 'serves those of Redis',
}

/**
 * Installs missing packages, and prints which and why.
 * @param packages each with its purpose
 * @throws Problem unless run as root on Debian.
 */
export async function installPackages(
  packages: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
  say: (line: string) => void,
): Promise<void> {
  if (!canInstall()) {
    throw new Problem(
      'A cluster runs existing engines from Debian packages, each as its own account: start this as root on Debian 12 or newer (a container will do), or see docs/how-to/run-a-cluster.md for machines of your own.',
    )
  }
  allowServices()
  const missing = missingPackages(Object.keys(packages))
  if (missing.length === 0) return
  say('Installing from Debian:')
  for (const name of missing) say(`  ${name.padEnd(30)} ${packages[name]}`)
  await aptInstall(missing, environment, 'install them by hand and start again.')
}
