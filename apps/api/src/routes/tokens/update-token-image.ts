import { updateTokenImage } from '@opal/contract/metadata'
import { defineRoute } from '../../http/route.ts'
import { confirmTokenImage } from '../../load/confirm-token-image.ts'

export const updateTokenImageRoute = defineRoute(updateTokenImage, (context, { body }) =>
  confirmTokenImage(context, body),
)
