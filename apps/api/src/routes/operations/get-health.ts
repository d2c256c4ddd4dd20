import { getHealth } from '@opal/contract/health'
import { defineRoute } from '../../http/route.ts'

export const getHealthRoute = defineRoute(getHealth, async () => ({ status: 'ok' as const }))
