import { errorMessage } from '@opal/domain/errors'
import { publishSnapshot } from '@opal/store/maintenance/snapshot/take-snapshot'
import type { SnapshotAnswer, SnapshotJob } from './nightly-snapshots.ts'

// The program that nightly-snapshots.ts starts: writes one snapshot and ends; also with its parent.
process.on('message', (job: SnapshotJob) => void answer(job))
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function answer(job: SnapshotJob): Promise<void> {
  const written: SnapshotAnswer = await publishSnapshot(job).then(
    ({ version, files }) => ({ version, rows: files.reduce((sum, { rows }) => sum + rows, 0) }),
    (error: unknown) => ({ fault: errorMessage(error) }),
  )
  process.send?.(written, () => process.disconnect?.())
}
