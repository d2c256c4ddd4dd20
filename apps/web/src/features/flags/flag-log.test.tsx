import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import FlagDialog from './flag-dialog.tsx'

// @vitest-environment happy-dom
const [COLLECTION, WALLET] = [`0x${'c'.repeat(64)}`, `0x${'a'.repeat(64)}`] as const

afterEach(cleanup)

// @feature flag.send
it('says that older flags could not be loaded, and loads them on another try', async () => {
  let isDown = true
  renderSite(<FlagDialog collectionId={COLLECTION} name="Stones" onClose={() => {}} />, {
    [`/api/collection/${COLLECTION}/flags`]: (_body, { searchParams: query }) => {
      if (query.get('cursor') === null) return { data: [flag('2', 'Misleading')], nextCursor: 'older' }
      if (isDown) throw new ApiFailure(500, 'Internal error')
      return { data: [flag('1', 'Stolen tokens')], nextCursor: null }
    },
  })
  const older = await screen.findByRole('button', { name: 'Older flags' })
  await userEvent.click(older)
  expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t load older flags.')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Stolen tokens', { selector: 'li *' })
  expect(screen.queryByRole('button', { name: /older flags/i })).toBeNull()
})

function flag(id: string, reason: string) {
  const asked = {
    id,
    collectionId: COLLECTION,
    walletAddress: WALLET,
    aptosName: null,
    reason,
    askedAt: '1700000000000000',
  }
  return { ...asked, status: 'open', decision: null, decidedAt: null }
}
