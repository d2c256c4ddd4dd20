import { createElement, type ReactNode, useEffect, useState } from 'react'
import type { PageElement, PageNode } from './page-tree.ts'

/** HTML's names for what React calls otherwise. */
const REACT_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  srcset: 'srcSet',
  colspan: 'colSpan',
  value: 'defaultValue',
  checked: 'defaultChecked',
  selected: 'data-selected',
  readonly: 'readOnly',
  autocomplete: 'autoComplete',
  inputmode: 'inputMode',
  maxlength: 'maxLength',
}

type Mode = 'all' | 'half' | 'other'

/**
 * Returns the same elements as the product's page, by React alone, and the same things to do: leave half of the
 * list out, open a dialog, show another tab, type.
 */
export function MinimalApp({ body }: { body: PageNode }) {
  const [mode, setMode] = useState<Mode>('all')
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  useEffect(() => {
    performance.mark('opal:hydrated')
  }, [])
  const button = (id: string, onClick: () => void) => createElement('button', { id, onClick, type: 'button' }, id)
  return createElement(
    'div',
    null,
    createElement(
      'nav',
      { style: { position: 'fixed', insetInlineEnd: 0, bottom: 0, zIndex: 1000 } },
      button('filter', () => setMode(mode === 'half' ? 'all' : 'half')),
      button('tab', () => setMode(mode === 'other' ? 'all' : 'other')),
      button('dialog', () => setOpen(!open)),
      createElement('input', { id: 'text', value: text, onChange: ({ target }) => setText(target.value) }),
    ),
    open &&
      createElement('dialog', { open: true }, createElement('h2', null, 'One of them'), elementOf(body, 'half', 3)),
    mode === 'other' ? createElement('p', null, 'Another tab') : elementOf(body, mode, Number.POSITIVE_INFINITY),
  )
}

function elementOf(node: PageNode, mode: Mode, most: number, key?: number): ReactNode {
  if (typeof node === 'string') return node
  const isLong = node.children.length > 15 && /^(ul|tbody)$/.test(node.tag)
  const children = isLong ? node.children.filter((_, index) => mode === 'all' || index % 2 === 0) : node.children
  const shown = isLong ? children.slice(0, most) : children
  const inside = shown.map((child, index) => elementOf(child, mode, most, index))
  return createElement(node.tag, { ...propsOf(node), key }, ...(inside.length === 0 ? [] : [inside]))
}

function propsOf({ attributes }: PageElement): Record<string, unknown> {
  const entries = Object.entries(attributes).map(([name, value]) => {
    if (name === 'style') return ['style', styleOf(value)]
    return [REACT_NAMES[name] ?? name, value]
  })
  return Object.fromEntries(entries)
}

/** @example styleOf('margin-top:1px') // { marginTop: '1px' } */
function styleOf(text: string): Record<string, string> {
  const pairs = text.split(';').flatMap((pair) => {
    const at = pair.indexOf(':')
    if (at === -1) return []
    const name = pair.slice(0, at).trim()
    const key = name.startsWith('--') ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return [[key, pair.slice(at + 1).trim()] as const]
  })
  return Object.fromEntries(pairs)
}
