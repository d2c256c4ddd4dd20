import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { errorCode } from '@opal/domain/errors'
import type { Logger } from 'pino'
import type { Progress } from '../../status/progress.ts'

type StreamEvent = 'onAccepted' | 'onSilent' | 'onRepeated'

/** Listeners of a stream, in this thread or in another. */
export interface StreamReports extends Required<Pick<StreamOptions, StreamEvent>> {
  readonly onLost: (lost: Error, nextVersion: bigint, waitMs: number) => void
}

/** Returns listeners that pass what happens to a stream on to the progress and the log. */
export function reportStream(progress: Progress, log: Logger): StreamReports {
  return {
    onLost: (lost, version, waitMs) => {
      progress.lost(lost)
      log.warn({ code: errorCode(lost), version: String(version), waitMs }, lost.message)
    },
    onAccepted: () => progress.accepted(),
    onSilent: () => progress.silent(),
    onRepeated: (count, version) => {
      progress.repeated(count)
      log.warn({ count, version: String(version) }, 'the stream repeated transactions; they were dropped')
    },
  }
}
