import { formatAge, formatDate, formatMoment, type Micros } from './format/time.ts'
import { useNow } from './use-now.ts'

/** How long ago something happened; the moment in full on hover. */
export function Age({ micros }: { micros: Micros }) {
  const now = useNow()
  const iso = new Date(Number(BigInt(micros) / 1000n)).toISOString()
  return (
    <time dateTime={iso} title={now === null ? undefined : formatMoment(micros)}>
      {now === null ? formatDate(micros) : formatAge(micros, now)}
    </time>
  )
}
