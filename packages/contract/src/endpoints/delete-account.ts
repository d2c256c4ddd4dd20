import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { noBody, nothing } from '../shapes/scalars.ts'

/** Erases every row kept of the wallet off the chain, and all its sessions. @source design decisions, "Identity and safety" */
export const deleteAccount = defineEndpoint({
  id: 'delete-account',
  bases: ['main', 'aggregator'],
  method: 'DELETE',
  path: '/user/account',
  summary: 'Erase what is kept of the wallet',
  tag: 'Session',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({
    /** Rows erased, by what they were. */
    deleted: z.record(z.string(), z.number().int()),
    /** What nobody can erase, in a sentence. */
    staysOnChain: z.string(),
  }),
  access: 'wallet',
  errors: [],
  example: {},
})
