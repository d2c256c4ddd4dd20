import { type MetricsAddress, type MetricsServer, serveMetrics } from '@opal/runtime/metrics-server'
import { Gauge, Registry } from 'prom-client'
import type { Backup } from '../restore/restore-base.ts'

/** Time for which a reading of the repository is served, milliseconds: pgBackRest takes nearly a second for one. */
export const READ_EVERY_MS = 60_000

/** While the storage hangs there is one reading only: a pgBackRest that waits for it cannot be killed, and many would fill the machine's memory. */
interface Reading {
  readonly atMs: number
  readonly backups: Promise<readonly Backup[]>
  isDone: boolean
}

function beginReading(readBackups: () => Promise<readonly Backup[]>): Reading {
  const reading: Reading = { atMs: Date.now(), backups: readBackups(), isDone: false }
  const end = () => {
    reading.isDone = true
  }
  reading.backups.then(end, end)
  return reading
}

/**
 * Serves the age of the newest complete backup to Prometheus; the name is that of the exporter of pgBackRest's community. While the repository
 * has none, or cannot be read, there is no value.
 */
export async function serveBackupMetrics(
  readBackups: () => Promise<readonly Backup[]>,
  address: MetricsAddress,
): Promise<MetricsServer> {
  const registry = new Registry()
  let last: Reading | null = null
  const read = () => {
    if (last === null || (last.isDone && Date.now() >= last.atMs + READ_EVERY_MS)) last = beginReading(readBackups)
    return last.backups
  }
  new Gauge({
    name: 'pgbackrest_backup_since_last_completion_seconds',
    help: 'Seconds since the newest complete backup: incr counts those of any type.',
    labelNames: ['stanza', 'backup_type'],
    registers: [registry],
    async collect() {
      const backups = await read().catch(() => [])
      this.reset()
      const ends = backups.flatMap(({ endSeconds }) => (endSeconds === null ? [] : [endSeconds]))
      if (ends.length > 0) this.set({ stanza: 'opal', backup_type: 'incr' }, Date.now() / 1_000 - Math.max(...ends))
    },
  })
  return await serveMetrics(address, registry)
}
