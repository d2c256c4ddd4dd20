import type { Token } from '@opal/contract/shapes/token'
import { EmptyState } from '@opal/ui/empty-state'
import { ErrorState } from '@opal/ui/error-state'
import { WindowGrid } from '@opal/ui/window-grid'
import { CARD_CAPTION_HEIGHT, TokenCard, TokenCardSkeleton } from './token-card.tsx'

export interface HoldingsGridProps {
  items: readonly Token[]
  filter: 'all' | 'listed' | 'unlisted'
  pending: number
  onEndReached: (() => void) | null
  onRetry: (() => void) | null
}

const EMPTY_WORDS: Readonly<Record<HoldingsGridProps['filter'], { title: string; reason: string }>> = {
  all: { title: 'No items', reason: 'This wallet holds no tokens.' },
  listed: { title: 'Nothing listed', reason: 'This wallet has no token for sale.' },
  unlisted: { title: 'Nothing unlisted', reason: 'Every token of this wallet is for sale.' },
}

/** A wallet's tokens, of all collections. */
export function HoldingsGrid({ items, filter, pending, onEndReached, onRetry }: HoldingsGridProps) {
  if (onRetry !== null) {
    return <ErrorState title="The items could not be loaded" reason="The server did not answer." onRetry={onRetry} />
  }
  if (items.length === 0 && pending === 0) return <EmptyState {...EMPTY_WORDS[filter]} />
  return (
    <WindowGrid
      label="Items"
      items={items}
      itemKey={(token) => `${token.tokenDataId} ${token.propertyVersion}`}
      renderItem={(token, index) => <TokenCard token={token} index={index} highlighted={false} fullName />}
      captionHeight={CARD_CAPTION_HEIGHT}
      pending={pending}
      renderPending={() => <TokenCardSkeleton />}
      onEndReached={onEndReached}
    />
  )
}
