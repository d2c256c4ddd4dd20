import { getTokenCard } from '@opal/contract/share-cards'
import { defineRoute } from '../../http/route.ts'
import { loadTokenCard } from '../../load/load-card-facts.ts'
import { answerCard } from '../../media/cards/answer-card.ts'

export const getTokenCardRoute = defineRoute(getTokenCard, async (context, { params }) =>
  answerCard(await context.cards.card(await loadTokenCard(context, params.id))),
)
