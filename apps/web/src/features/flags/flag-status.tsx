import type { Flag } from '@opal/contract/collections/flags'
import { Badge, type BadgeProps } from '@opal/ui/data/badge'

const BADGES: Readonly<Record<Flag['status'], { word: string; tone: NonNullable<BadgeProps['tone']> }>> = {
  open: { word: 'Open', tone: 'warning' },
  upheld: { word: 'Upheld', tone: 'negative' },
  dismissed: { word: 'Dismissed', tone: 'neutral' },
}

/** Badge of a flag's status. */
export function FlagStatus({ status }: { status: Flag['status'] }) {
  const { word, tone } = BADGES[status]
  return <Badge tone={tone}>{word}</Badge>
}
