import * as Radix from 'radix-ui/tooltip'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import styles from './tooltip.module.css'

export interface RemoteTooltipProps {
  /** The element that the tooltip describes. */
  trigger: HTMLElement
  /** The element that it is placed next to. Default: the trigger. */
  anchor?: HTMLElement | undefined
  content: ReactNode
  side: 'top' | 'bottom' | 'left' | 'right'
  /** Keeps the tooltip open until it is called; absent for one that opens on hover and on focus. */
  onClose?: () => void
}

/** The tooltip of an element that is rendered elsewhere; loaded when the first tooltip opens. */
export default function RemoteTooltip({ trigger, anchor, content, side, onClose }: RemoteTooltipProps) {
  const held = onClose !== undefined && { open: true, onOpenChange: (open: boolean) => !open && onClose() }
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={200}>
      <Radix.Root {...held}>
        <Radix.Trigger asChild>
          <RemoteTrigger element={trigger} anchor={anchor ?? trigger} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={styles.content} side={side} sideOffset={6} collisionPadding={12}>
            {content}
            <Radix.Arrow className={styles.arrow} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

/** Props that Radix gives to the trigger of a tooltip. */
interface TriggerProps {
  onPointerMove?(event: Event): void
  onPointerLeave?(event: Event): void
  onPointerDown?(event: Event): void
  onFocus?(event: Event): void
  onBlur?(event: Event): void
  onClick?(event: Event): void
  'aria-describedby'?: string
  ref?: Ref<HTMLElement>
}

export interface RemoteTriggerProps extends TriggerProps {
  element: HTMLElement
  anchor: HTMLElement
}

const FORWARDED_EVENTS = {
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  focus: 'onFocus',
  blur: 'onBlur',
  click: 'onClick',
} as const satisfies Record<string, keyof TriggerProps>

/**
 * Renders nothing: applies the props of a trigger to an existing element, as event listeners and `aria-describedby`. Replays a
 * hover or focus that happened before, so that the first one opens the tooltip too.
 */
function RemoteTrigger({ element, anchor, ref, 'aria-describedby': describedBy, ...props }: RemoteTriggerProps) {
  const latest = useRef<TriggerProps>(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => assignRef(ref, anchor), [ref, anchor])
  useLayoutEffect(
    () => (describedBy === undefined ? undefined : describe(element, describedBy)),
    [element, describedBy],
  )
  useEffect(() => {
    const controller = new AbortController()
    for (const [type, name] of Object.entries(FORWARDED_EVENTS))
      element.addEventListener(type, (event) => latest.current[name]?.(event), { signal: controller.signal })
    if (element.matches(':hover')) element.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }))
    if (element.matches(':focus-visible')) latest.current.onFocus?.(new FocusEvent('focus'))
    return () => controller.abort()
  }, [element])
  return null
}

function assignRef(ref: Ref<HTMLElement> | undefined, element: HTMLElement): () => void {
  if (typeof ref === 'function') {
    const cleanUp = ref(element)
    return typeof cleanUp === 'function' ? cleanUp : () => ref(null)
  }
  if (ref) ref.current = element
  return () => {
    if (ref) ref.current = null
  }
}

/** Adds an id to `aria-describedby`; the returned function restores the value. */
function describe(element: HTMLElement, id: string): () => void {
  const before = element.getAttribute('aria-describedby')
  element.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`)
  return () => {
    if (before === null) element.removeAttribute('aria-describedby')
    else element.setAttribute('aria-describedby', before)
  }
}
