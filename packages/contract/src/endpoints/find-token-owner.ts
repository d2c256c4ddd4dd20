import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing } from '../shapes/scalars.ts'
import { token } from '../shapes/token.ts'

/** Tokens with exactly this name, and who owns them; at most fifty. @source spec 000, section 7 "POST /nft/owner" */
export const findTokenOwner = defineEndpoint({
  id: 'find-token-owner',
  bases: ['main'],
  method: 'POST',
  path: '/nft/owner',
  summary: 'Owners of tokens by name',
  tag: 'Tokens',
  params: nothing,
  query: nothing,
  bodyKinds: ['form', 'multipart'],
  body: z.strictObject({ nftName: z.string().min(1).max(128) }),
  response: z.object({ data: z.array(token) }),
  errors: [],
  example: { body: { nftName: 'Monkey #8' } },
})
