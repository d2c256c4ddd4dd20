import { type ASTVisitor, type FieldNode, GraphQLError, type ValidationContext } from 'graphql'

/**
 * In place of GraphQL's own rule for unknown fields: says it in Hasura's words, with the path of the selection.
 * Clients of Aptos' indexer look for the message.
 */
export function knownFieldsRule(context: ValidationContext): ASTVisitor {
  const path: string[] = []
  return {
    Field: {
      enter(node: FieldNode) {
        path.push(node.name.value)
        const type = context.getParentType()
        if (type !== undefined && type !== null && context.getFieldDef() == null) {
          context.reportError(
            new GraphQLError(`field '${node.name.value}' not found in type: '${type.name}'`, {
              nodes: node,
              extensions: { path: `$.selectionSet.${path.join('.selectionSet.')}` },
            }),
          )
        }
      },
      leave() {
        path.pop()
      },
    },
  }
}
