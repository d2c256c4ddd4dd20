import * as z from 'zod'
import { addressInput } from './scalars.ts'

const ids = z.array(addressInput).min(1).max(200)

/** A list of tokens in a body: as it is, or as member `tokenDataId`. */
export const tokenDataIdsInput = z.union([
  ids,
  z.strictObject({ tokenDataId: ids }).transform(({ tokenDataId }) => tokenDataId),
])
