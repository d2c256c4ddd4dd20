import { updateTokenImage } from '@opal/contract/endpoints/update-token-image'
import { defineRoute } from '../../http/route.ts'
import { confirmTokenImage } from '../../load/confirm-token-image.ts'

export const updateTokenImageRoute = defineRoute(updateTokenImage, (context, { body }) =>
  confirmTokenImage(context, body),
)
