import {
  type ComponentType,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { RemoteHoverCardProps } from './remote-hover-card.tsx'

// Without its chunk there is no card.
const RemoteHoverCard = lazy<ComponentType<RemoteHoverCardProps>>(() =>
  import('./remote-hover-card.tsx').catch(() => ({ default: () => null })),
)

/** Hovering this long opens the card; leaving it and its element this long closes it. */
const OPEN_MS = 350
const CLOSE_MS = 180

/**
 * Shows a card about an element, on hover and on keyboard focus. Its code is loaded when the first one opens.
 * @param content rendered while the card is open.
 * @returns props of the element, and the card, to be rendered next to it.
 */
export function useHoverCard<Trigger extends HTMLElement>(label: string, content: () => ReactNode) {
  const anchor = useRef<Trigger>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), afterMs)
  }
  const trigger = {
    ref: anchor,
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && change(true, OPEN_MS),
    onPointerLeave: () => change(false, CLOSE_MS),
    onFocus: ({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && change(true, OPEN_MS),
    onBlur: () => change(false, CLOSE_MS),
  }
  const card = isOpen && (
    <Suspense fallback={null}>
      <RemoteHoverCard
        anchor={anchor}
        label={label}
        onStay={() => clearTimeout(timer.current)}
        onLeave={() => change(false, CLOSE_MS)}
        onClose={() => setOpen(false)}
      >
        {content()}
      </RemoteHoverCard>
    </Suspense>
  )
  return { trigger, card }
}
