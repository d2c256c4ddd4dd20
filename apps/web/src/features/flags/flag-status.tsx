import type { Flag } from '@opal/contract/flags'
import { Badge, type BadgeProps } from '@opal/ui/data/badge'

const FACES: Readonly<Record<Flag['status'], { word: string; tone: NonNullable<BadgeProps['tone']> }>> = {
  open: { word: 'Open', tone: 'warning' },
  upheld: { word: 'Upheld', tone: 'negative' },
  dismissed: { word: 'Dismissed', tone: 'neutral' },
}

/** What became of a flag, in a word. */
export function FlagStatus({ status }: { status: Flag['status'] }) {
  const { word, tone } = FACES[status]
  return <Badge tone={tone}>{word}</Badge>
}
