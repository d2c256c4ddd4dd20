import { formatCount, formatCountShort } from '../format/number.ts'

/** A count, rounded from a thousand on: the exact one on hover, and then also on a tap and by keyboard. */
export function ShortCount({ value }: { value: number }) {
  const [shown, exact] = [formatCountShort(value), formatCount(value)]
  return (
    <span title={exact} data-hint={shown === exact ? undefined : ''}>
      {shown}
    </span>
  )
}
