import { defineEndpoint } from '../endpoint.ts'
import { nothing } from '../shapes/scalars.ts'
import { EXAMPLE_IMAGE, namedImage, tokenImage } from '../shapes/token-image.ts'

/**
 * Says which image a token's metadata names. It is accepted only when the metadata does name it: nothing that a caller
 * says is shown to others. @source spec 000, section 7; design decisions, "Identity and safety"
 */
export const saveTokenImage = defineEndpoint({
  id: 'save-token-image',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/collection/tokens/image',
  summary: "Confirm a token's image",
  tag: 'Tokens',
  params: nothing,
  query: nothing,
  body: namedImage,
  response: tokenImage,
  errors: ['image-not-named'],
  example: { body: EXAMPLE_IMAGE },
})
