import { element } from './element.ts'
import { iconElement } from './icon.ts'
import { STYLES } from './styles.ts'

/** One window of the wallet: what it says and what its two answers give. */
export interface PanelContent<Answer> {
  readonly title: string
  readonly body: readonly Node[]
  readonly approveLabel: string
  readonly rejectLabel: string
  /** Read when the person approves. */
  readonly answer: () => Answer
}

/** Panels are shown one after the other, in the order they were asked for. */
let queue: Promise<unknown> = Promise.resolve()

/**
 * Shows the window and waits. A native modal dialog in a shadow root: the browser keeps the focus inside it and the
 * page behind it inert, above whatever dialogs the page has open.
 * @returns the answer, or null when the person rejects (button or Escape).
 */
export function showPanel<Answer>(content: PanelContent<Answer>): Promise<Answer | null> {
  const shown = queue.then(() => present(content))
  queue = shown.catch(() => undefined)
  return shown
}

function present<Answer>(content: PanelContent<Answer>): Promise<Answer | null> {
  return new Promise((resolve) => {
    const host = element('div', { 'data-opal-dev-wallet': 'panel' })
    const shadow = host.attachShadow({ mode: 'open' })
    const reject = element('button', { type: 'button' }, content.rejectLabel)
    const approve = element('button', { type: 'button', class: 'primary' }, content.approveLabel)
    const dialog = frame(content, reject, approve)
    shadow.append(element('style', {}, STYLES), dialog)
    const release = keepEventsInside(host, () => close(null))
    const before = document.activeElement
    const close = (answer: Answer | null): void => {
      release()
      dialog.close()
      host.remove()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      resolve(answer)
    }
    reject.addEventListener('click', () => close(null))
    approve.addEventListener('click', () => close(content.answer()))
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    document.body.append(host)
    dialog.showModal()
    approve.focus()
  })
}

function frame<Answer>(content: PanelContent<Answer>, reject: HTMLElement, approve: HTMLElement): HTMLDialogElement {
  return element(
    'dialog',
    { 'aria-labelledby': 'title', 'aria-modal': 'true' },
    element('header', {}, iconElement(), 'Opal Dev Wallet', element('span', { class: 'origin' }, location.host)),
    element('main', {}, element('h2', { id: 'title' }, content.title), ...content.body),
    element('footer', {}, reject, approve),
  )
}

/**
 * The page's own dialogs listen on the document for clicks outside, for focus that leaves and for Escape, and would
 * close under our window. Those events end here.
 */
function keepEventsInside(host: HTMLElement, onEscape: () => void): () => void {
  const stop = (event: Event): void => event.stopPropagation()
  const kinds = ['pointerdown', 'mousedown', 'click', 'touchstart', 'focusin', 'focusout', 'keydown', 'keyup', 'wheel']
  for (const kind of kinds) host.addEventListener(kind, stop)
  const rejectOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    onEscape()
  }
  window.addEventListener('keydown', rejectOnEscape, { capture: true })
  return () => window.removeEventListener('keydown', rejectOnEscape, { capture: true })
}
