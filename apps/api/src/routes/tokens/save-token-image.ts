import { saveTokenImage } from '@opal/contract/metadata'
import { defineRoute } from '../../http/route.ts'
import { confirmTokenImage } from '../../load/confirm-token-image.ts'

export const saveTokenImageRoute = defineRoute(saveTokenImage, (context, { body }) => confirmTokenImage(context, body))
