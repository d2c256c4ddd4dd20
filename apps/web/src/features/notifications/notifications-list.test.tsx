// @vitest-environment happy-dom
import { NOTIFICATION_TYPES } from '@opal/domain/live/notification-types'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { NotificationsList } from './notifications-list.tsx'

afterEach(cleanup)

const WALLET = `0x${'a'.repeat(64)}`

// @feature notifications.bell
it('says of an alert of any kind in one sentence what happened, and below it only when', async () => {
  const at = String((Date.now() - 65_000) * 1000)
  const row = {
    ...{ isRead: true, at, version: '1', collectionId: null, collectionName: 'Stones', collectionSlug: null },
    ...{ tokenDataId: null, tokenName: 'Stone #7', propertyVersion: null, marketplace: null, offerOrListingId: null },
    ...{ otherWallet: null, price: '100000000', oldPrice: '200000000', expiresAtSeconds: null },
  }
  const data = NOTIFICATION_TYPES.map((type, at) => ({ ...row, type, id: String(at + 1) }))
  renderSite(<NotificationsList wallet={WALLET} onLeave={() => {}} />, {
    '/api/user/notifications': () => ({ data, nextCursor: null, total: data.length, unread: 0 }),
  })
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(NOTIFICATION_TYPES.length)
  expect(rows[NOTIFICATION_TYPES.indexOf('sold')]?.textContent).toBe('Stone #7 sold for 1 APT1m ago')
  for (const { textContent } of rows) expect(textContent).toMatch(/[^,]1m ago$/)
})
