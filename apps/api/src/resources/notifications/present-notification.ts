import type { Notification } from '@opal/contract/notifications'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import type { StoredNotification } from '@opal/store/accounts/notifications/read-notifications'
import { toText, toTextOrNull } from '../../wire-values.ts'

/** Returns a notification as its wallet sees it. */
export function presentNotification(row: StoredNotification): Notification {
  const { collectionId, collectionName } = row
  return {
    id: toText(row.id),
    type: row.type,
    isRead: row.isRead,
    at: toText(row.atMicros),
    version: toTextOrNull(row.version),
    collectionId,
    collectionName,
    collectionSlug: collectionId && collectionName ? toCollectionSlug(collectionName, collectionId) : null,
    tokenDataId: row.tokenDataId,
    tokenName: row.tokenName,
    propertyVersion: toTextOrNull(row.propertyVersion),
    marketplace: row.marketplace,
    offerOrListingId: row.orderId,
    otherWallet: row.otherWallet,
    price: toTextOrNull(row.priceOctas),
    oldPrice: toTextOrNull(row.oldPriceOctas),
    expiresAtSeconds: toTextOrNull(row.expiresAtSeconds),
  }
}
