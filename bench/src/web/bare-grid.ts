import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core'
import { createElement, useEffect, useReducer, useState } from 'react'
import { createRoot } from 'react-dom/client'

const ITEMS = 10_000
const COLUMNS = 5
const ROW_HEIGHT = 300

/**
 * Returns the least that shows ten thousand cards: an image, a name and a price each, by the virtual list that
 * the product uses.
 */
function BareGrid() {
  const render = useReducer((count: number) => count + 1, 0)[1]
  const options: VirtualizerOptions<Window, HTMLElement> = {
    count: ITEMS / COLUMNS,
    estimateSize: () => ROW_HEIGHT,
    overscan: 3,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    onChange: render,
  }
  const [rows] = useState(() => new Virtualizer(options))
  useEffect(() => {
    const stop = rows._didMount()
    rows._willUpdate()
    return stop
  }, [rows])
  const near = rows.getVirtualItems()
  const style = { height: rows.getTotalSize(), position: 'relative' as const }
  return createElement(
    'div',
    { style },
    near.map((row) =>
      createElement(
        'div',
        { key: row.index, style: { position: 'absolute' as const, top: row.start, display: 'flex', gap: 12 } },
        Array.from({ length: COLUMNS }, (_, column) =>
          createElement(Card, { key: column, at: row.index * COLUMNS + column }),
        ),
      ),
    ),
  )
}

function Card({ at }: { at: number }) {
  return createElement(
    'article',
    { style: { width: 200, height: ROW_HEIGHT - 12 } },
    createElement('img', { src: `/image.svg?${at}`, width: 200, height: 200, loading: 'lazy', alt: '' }),
    createElement('b', null, `Item #${at}`),
    createElement('p', null, `${at / 100} APT`),
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(createElement(BareGrid))
