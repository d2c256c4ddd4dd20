// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import TokenDialog from './token-dialog.tsx'

const COLLECTION = `0x${'c'.repeat(64)}`
const TOKENS = [1, 2].map((at) => ({ collectionId: COLLECTION, tokenDataId: `0x${String(at).repeat(64)}` }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature token.steps
it('keeps the focus on the button that steps to either end of the list', async () => {
  const at = `/?collectionId=${COLLECTION}&tokenDataId=${TOKENS[0]?.tokenDataId}`
  const { router } = renderSite(<TokenDialog neighbours={TOKENS} renderActivity={() => null} />, {}, undefined, { at })
  const shown = () => new URLSearchParams(router.state.location.search).get('tokenDataId')
  const step = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
  for (const [name, end] of [
    ['Next token', TOKENS[1]],
    ['Previous token', TOKENS[0]],
  ] as const) {
    const button = await step(name)
    expect(button.getAttribute('aria-disabled')).toBe('false')
    await userEvent.click(button)
    expect(shown()).toBe(end?.tokenDataId)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.disabled).toBe(false)
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    expect(shown()).toBe(end?.tokenDataId)
  }
})
