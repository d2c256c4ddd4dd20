import * as z from 'zod'

/** The bytes of a picture, sent as they are. */
export const shareCardPicture = z
  .string()
  .meta({ contentMediaType: 'image/png', description: 'A picture of 1200 x 630 pixels' })
