import { IconButton } from '@opal/ui/controls/icon-button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { Dialog } from '@opal/ui/overlays/dialog'
import { returnFocusTo } from '@opal/ui/overlays/focus/use-return-focus'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useCommand } from '../../../app/commands.ts'
import { collectionPath, withTokenDialog } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { isNotFound } from '../../../shared/realtime/is-not-found.ts'
import { NO_TOKEN } from '../no-token.ts'
import { TokenDetail } from '../token-detail.tsx'
import { tokenQuery } from '../token-query.ts'
import { useLiveToken } from '../use-live-token.ts'
import styles from './token-dialog.module.css'

interface Neighbour {
  readonly collectionId: string
  readonly tokenDataId: string
  readonly name?: string
}

export interface TokenDialogProps {
  /** Tokens of the list behind the dialog, through which the arrow keys step. */
  neighbours: readonly Neighbour[]
  renderActivity: (tokenDataId: string) => ReactNode
  onClose(): void
}

/** The token dialog over a list. It is open while the address names a collection and a token. */
export default function TokenDialog({ neighbours, renderActivity, onClose }: TokenDialogProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const collectionId = search.get('collectionId')
  const tokenDataId = search.get('tokenDataId')
  const show = (next: Neighbour) => {
    void navigate(withTokenDialog(search, next.collectionId, next.tokenDataId), {
      preventScrollReset: true,
      replace: true,
    })
    returnToItem(next.tokenDataId)
  }
  const at = neighbours.findIndex((one) => one.tokenDataId === tokenDataId)
  const [previous, next] = at === -1 ? [undefined, undefined] : [neighbours[at - 1], neighbours[at + 1]]
  useArrowKeys(tokenDataId !== null, { previous, next }, show)
  const { data: shown, error } = useShownToken(tokenDataId)
  const isMissing = shown === undefined && isNotFound(error)
  const name = isMissing ? 'Item not found' : (shown?.name ?? neighbours[at]?.name ?? 'Item')
  if (collectionId === null || tokenDataId === null) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      hideTitle={!isMissing}
      hasAddress
      lead={(previous ?? next) !== undefined && <Steps previous={previous} next={next} onStep={show} />}
      width={1120}
    >
      <OpenToken
        key={tokenDataId}
        collectionId={collectionId}
        tokenDataId={tokenDataId}
        renderActivity={renderActivity}
      />
    </Dialog>
  )
}

/** Returns the query of the token that the address names. */
function useShownToken(tokenDataId: string | null) {
  const query = tokenQuery(useSite().api, tokenDataId ?? '')
  return useQuery({ ...query, enabled: tokenDataId !== null })
}

/** Brings an item of the list behind the dialog into the window: the focus goes to it when the dialog closes. */
function returnToItem(tokenDataId: string): void {
  const links = document.querySelectorAll<HTMLElement>(
    `:is([data-card-link], [data-row-link])[href*="tokenDataId=${CSS.escape(tokenDataId)}"]`,
  )
  const link = [...links].find((one) => one.closest('[role="dialog"]') === null)
  if (link === undefined) return
  link.scrollIntoView({ block: 'nearest' })
  returnFocusTo(link)
}

interface StepsProps {
  previous: Neighbour | undefined
  next: Neighbour | undefined
  onStep(to: Neighbour): void
}

/** Buttons to the tokens before and after. */
function Steps({ previous, next, onStep }: StepsProps) {
  return (
    <div className={styles.steps}>
      <IconButton
        label="Previous item"
        size="sm"
        aria-disabled={previous === undefined}
        onClick={() => previous !== undefined && onStep(previous)}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton
        label="Next item"
        size="sm"
        aria-disabled={next === undefined}
        onClick={() => next !== undefined && onStep(next)}
      >
        <ChevronRight />
      </IconButton>
    </div>
  )
}

interface OpenTokenProps {
  collectionId: string
  tokenDataId: string
  renderActivity: (tokenDataId: string) => ReactNode
}

function OpenToken({ collectionId, tokenDataId, renderActivity }: OpenTokenProps) {
  const query = useQuery(tokenQuery(useSite().api, tokenDataId))
  useLiveToken(collectionId, tokenDataId)
  if (query.isPending) return <TokenPending />
  // A failed refetch keeps the shown data.
  if (query.data === undefined) {
    if (isNotFound(query.error)) return <MissingToken collectionId={collectionId} />
    return <LoadError title="Couldn’t load this item" error={query.error} onRetry={query.refetch} />
  }
  return <TokenDetail token={query.data} activity={renderActivity(tokenDataId)} place="dialog" />
}

/** Says that there is no such token: loading it again would not help. */
function MissingToken({ collectionId }: { collectionId: string }) {
  return (
    <EmptyState
      title="This item doesn’t exist"
      reason={NO_TOKEN}
      action={<Link to={collectionPath(collectionId)}>View the collection</Link>}
    />
  )
}

function TokenPending() {
  return (
    <div className={styles.pending} role="status" aria-label="Loading the item">
      <div className={styles.art} />
      <div className={styles.lines}>
        <Skeleton width="30%" />
        <Skeleton width="60%" height="28px" />
        <Skeleton height="78px" />
        <Skeleton height="160px" />
      </div>
    </div>
  )
}

function useArrowKeys(
  isOpen: boolean,
  { previous, next }: { readonly previous: Neighbour | undefined; readonly next: Neighbour | undefined },
  go: (token: Neighbour) => void,
): void {
  const trading = useCommand('openTrade') !== null
  useEffect(() => {
    if (!isOpen || trading) return
    const onKey = (event: KeyboardEvent) => {
      const wanted = event.key === 'ArrowRight' ? next : event.key === 'ArrowLeft' ? previous : undefined
      if (wanted !== undefined && !isTaken(event)) go(wanted)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** Elements that use the arrow keys themselves: tabs, fields, and what is played. */
const WITH_ARROWS = '[role="tab"], input, select, video, audio'

/**
 * Returns whether an arrow key is for something else: for what has the focus, such as a chart, for another dialog above this one, or
 * with Alt for the browser's Back.
 */
function isTaken({ target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return true
  if (document.querySelectorAll('[role="dialog"]').length > 1) return true
  return target instanceof Element && target.closest(WITH_ARROWS) !== null
}
