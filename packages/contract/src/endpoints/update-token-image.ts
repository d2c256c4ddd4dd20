import { defineEndpoint } from '../endpoint.ts'
import { saveTokenImage } from './save-token-image.ts'

/** Says which image a token's metadata names, in the words of those who said so before: as `saveTokenImage`. */
export const updateTokenImage = defineEndpoint({ ...saveTokenImage, id: 'update-token-image', method: 'PATCH' })
