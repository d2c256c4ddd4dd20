import {
  type ComponentType,
  Fragment,
  type FragmentInstance,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import 'react-dom'
import type { RemoteTooltipProps } from './remote-tooltip.tsx'

// Methods of a fragment ref in a browser.
export interface TooltipProps {
  content: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** One focusable element. */
  children: ReactElement
}

// Without its chunk there is no tooltip.
const RemoteTooltip = lazy<ComponentType<RemoteTooltipProps>>(() =>
  import('./remote-tooltip.tsx').catch(() => ({ default: () => null })),
)

/**
 * A tooltip on hover and on focus. Its code is loaded and mounted at the first hover or focus; the element itself is never
 * replaced and keeps its focus.
 */
export function Tooltip({ content, side = 'top', children }: TooltipProps) {
  const around = useRef<FragmentInstance>(null)
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const fragment = around.current
    const activate = ({ currentTarget }: Event) =>
      setTrigger(currentTarget instanceof HTMLElement ? currentTarget : null)
    fragment?.addEventListener('pointermove', activate)
    fragment?.addEventListener('focusin', activate)
    return () => {
      fragment?.removeEventListener('pointermove', activate)
      fragment?.removeEventListener('focusin', activate)
    }
  }, [])
  return (
    <>
      {/* biome-ignore lint/complexity/noUselessFragments: its ref gives access to the element inside. */}
      <Fragment ref={around}>{children}</Fragment>
      {trigger !== null && (
        <Suspense fallback={null}>
          <RemoteTooltip trigger={trigger} content={content} side={side} />
        </Suspense>
      )}
    </>
  )
}
