import { CATALOGUE } from '@opal/contract/http/catalogue'
import { expect, it } from 'vitest'
import { ROUTES } from './routes.ts'

it('every call of the contract is answered, once', () => {
  expect(ROUTES.map((route) => route.endpoint.id).sort()).toEqual(CATALOGUE.map((endpoint) => endpoint.id).sort())
})
